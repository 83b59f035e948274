// Answers what is no file of the page: from the platform's cache, else by a Go
// program of its own for each request, which ends with it.
import './wasm_exec.js';
import program from './app.wasm';

// what the Go side calls
globalThis.tryCatch = (f) => {
  try {
    return {result: f()};
  } catch (error) {
    return {error};
  }
};

const asked = async (request, env, ctx) => {
  const go = new Go();
  const binding = {};
  let ready;
  const began = new Promise((resolve) => { ready = resolve; });
  const instance = new WebAssembly.Instance(program, {...go.importObject, workers: {ready: () => ready()}});
  go.run(instance, {env, ctx, binding});
  await began;
  return binding.handleRequest(request);
};

export default {
  async fetch(request, env, ctx) {
    const kept = request.method === 'GET' && new URL(request.url).pathname.startsWith('/archive/');
    if (kept) {
      const found = await caches.default.match(request);
      if (found) return found;
    }
    const answer = await asked(request, env, ctx);
    if (kept && answer.status === 200) ctx.waitUntil(caches.default.put(request, answer.clone()).catch(() => {})); // one that broke off is not kept
    return answer;
  },
};
