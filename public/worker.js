// The browser's side of a compute worker (wasm/worker): starts the Go program,
// streams files into it, and carries requests and answers.
//
// in:  {module} once; then {id, op, data} or {id, op: "file", file, name}
// out: {ready}; {id, done, total}*; then {id, answer} or {id, error};
//      {fatal} when the program ended
'use strict';

let current = 0; // id of the request being answered
const queue = [];
let started = false;

self.shadowtimeProgress = (done, total) => postMessage({id: current, done, total});
self.shadowtimeReady = () => { started = true; postMessage({ready: true}); wake(); };

class Refused extends Error {}

// handle calls the Go program: bytes are an answer, a string is an error.
function handle(op, data) {
  const answer = self.shadowtimeHandle(op, data || null);
  if (typeof answer === 'string') throw new Refused(answer);
  return answer;
}

// read feeds a file to the parser piece by piece, so that memory holds columns
// and not text, and reports progress in bytes of the file as it lies on disk.
async function read(file, name) {
  const total = file.size;
  let done = 0, last = 0;
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = magic[0] === 0x1f && magic[1] === 0x8b;
  const counted = new TransformStream({
    transform(chunk, out) {
      done += chunk.byteLength;
      if (done - last > 1 << 18 || done === total) { last = done; self.shadowtimeProgress(done, total); }
      out.enqueue(chunk);
    },
  });
  let stream = file.stream().pipeThrough(counted);
  if (packed) stream = stream.pipeThrough(new DecompressionStream('gzip'));
  handle('begin', new TextEncoder().encode(name));
  const reader = stream.getReader();
  for (;;) {
    let piece;
    try {
      piece = await reader.read();
    } catch (e) {
      if (!packed) throw new Refused(name + ' could not be read to its end (' + e.message + '): choose it again.');
      throw new Refused(name + ' is a damaged or truncated .gz file: it breaks off after ' + done.toLocaleString('en') +
        ' of ' + total.toLocaleString('en') + ' bytes were unpacked. Fetch it again, or unpack it with gzip -d to see how much is left.');
    }
    if (piece.done) break;
    handle('feed', piece.value);
  }
  return handle('log');
}

async function serve() {
  while (queue.length) {
    const m = queue.shift();
    current = m.id;
    try {
      const answer = m.op === 'file' ? await read(m.file, m.name) : handle(m.op, m.data);
      postMessage({id: m.id, answer}, [answer.buffer]);
    } catch (e) {
      if (e instanceof Refused) postMessage({id: m.id, error: e.message});
      else postMessage({id: m.id, error: 'The engine stopped unexpectedly (' + e.message + '). Please report it with the trace and the settings.', fatal: true});
    }
  }
  busy = false;
}

let busy = false;
function wake() {
  if (started && !busy && queue.length) { busy = true; serve(); }
}

self.onmessage = async (e) => {
  if (e.data.module) {
    const go = new Go();
    try {
      const instance = await WebAssembly.instantiate(e.data.module, go.importObject);
      go.run(instance).then(() => postMessage({fatal: 'the engine ended'}));
    } catch (err) {
      postMessage({fatal: String(err && err.message || err)});
    }
    return;
  }
  queue.push(e.data);
  wake();
};
