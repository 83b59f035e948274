// The browser's side of a compute worker (wasm/worker): starts the page's program
// in the role of a worker, streams files into it, and carries requests and answers.
//
// in:  {module, lock} once; then {id, op, data, beside}: beside is an open file for the
//      operation "file", or bytes that the page hands on without looking at them
// out: {held} when it holds the lock, which it does as long as it lives; {ready};
//      {id, done, total}*; then {id, answer, beside} or {id, error}; {fatal} says
//      why the program ended
'use strict';
importScripts('wasm_exec.js');

let current = 0; // id of the request being answered
const queue = [];
let started = false;

// Progress is told at once, then ten times a second at most: a task may have hundreds of
// steps, and every message costs the page more than a step costs the worker.
let told = -Infinity;
self.shadowtimeProgress = (done, total) => {
  const now = performance.now();
  if (now - told < 100) return;
  told = now;
  postMessage({id: current, done, total});
};
self.shadowtimeReady = () => { started = true; postMessage({ready: true}); wake(); };

// shadowtimeOffset is how many seconds east of UTC a named zone is at a Unix time,
// null where the browser does not know the name: it has the table that Go would carry.
const clocks = {}; // by zone: to make one takes as long as fifty questions
self.shadowtimeOffset = (zone, unix) => {
  try {
    const clock = clocks[zone] ||= new Intl.DateTimeFormat('en-US', {
      timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
    const at = {};
    for (const p of clock.formatToParts(new Date(unix * 1000))) at[p.type] = Number(p.value);
    return Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second) / 1000 - unix;
  } catch {
    return null;
  }
};

// What the program wrote last: before it ends it says why.
let words = '';
const write = fs.writeSync;
fs.writeSync = (to, bytes) => {
  words = (words + new TextDecoder().decode(bytes)).slice(0, 4000);
  return write(to, bytes);
};

// lastWords is why the program ended, and what can be done about it.
function lastWords(e) {
  const all = words + (e ? String(e.message || e) : '');
  if (/out of memory|allocation failed|could not allocate/i.test(all)) {
    return 'the worker ran out of memory, of which a tab has 4 GB at most: close other tabs, take fewer jobs, or use the command, which has all of the machine\'s';
  }
  const line = (all.match(/^(panic|fatal error): .*/m) || [all.split('\n')[0] || 'without a word'])[0].slice(0, 200);
  if (/stack/i.test(all)) return 'the worker went too deep (' + line + '): try simpler settings, and please report it with the log and the settings';
  return 'the worker stopped (' + line + '): please report it with the log and the settings';
}

class Refused extends Error {}
class Broken extends Error {} // a stream, not the program

// handle calls the Go program: {answer, beside}, or a string that is an error.
function handle(op, data, beside) {
  const answer = self.shadowtimeHandle(op, data || null, beside || null);
  if (typeof answer === 'string') throw new Refused(answer);
  return answer;
}

// read feeds a file to the parser piece by piece, so that memory holds columns
// and not text, and reports progress in bytes of the file as it lies on disk.
async function read(file, request) {
  const total = file.size;
  let done = 0;
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = magic[0] === 0x1f && magic[1] === 0x8b;
  const counted = () => file.stream().pipeThrough(new TransformStream({
    start() { done = 0; },
    transform(chunk, out) {
      done += chunk.byteLength;
      self.shadowtimeProgress(done, total);
      out.enqueue(chunk);
    },
  }));
  const feed = async (stream, op) => {
    handle('begin', request);
    const reader = stream.getReader();
    for (;;) {
      const piece = await reader.read().catch((e) => { throw new Broken(e.message); });
      if (piece.done) break;
      handle(op, piece.value);
    }
    return handle('log');
  };
  if (packed) {
    try {
      return await feed(counted().pipeThrough(new DecompressionStream('gzip')), 'feed');
    } catch (e) {
      if (!(e instanceof Broken)) throw e;
      // A browser knows one member only, and does not say what is wrong: ask Go,
      // which is slower.
    }
  }
  try {
    return await feed(counted(), packed ? 'unpack' : 'feed');
  } catch (e) {
    if (!(e instanceof Broken)) throw e;
    throw new Refused(file.name + ' could not be read to its end (' + e.message + '): choose it again.');
  }
}

async function serve() {
  while (queue.length) {
    const m = queue.shift();
    current = m.id;
    try {
      const {answer, beside} = m.op === 'file' ? await read(m.beside, m.data) : handle(m.op, m.data, m.beside);
      m.beside?.buffer?.transfer?.(0); // the program has its own copy, and garbage of this size is seldom collected
      postMessage({id: m.id, answer, beside}, beside ? [answer.buffer, beside.buffer] : [answer.buffer]);
    } catch (e) {
      if (e instanceof Refused) postMessage({id: m.id, error: e.message});
      else postMessage({fatal: lastWords(e)});
    }
  }
  busy = false;
}

let busy = false;
function wake() {
  if (started && !busy && queue.length) { busy = true; serve(); }
}

// hold tells the page the name of a lock that is free when this worker is no more,
// however it ended.
function hold(lock) {
  return new Promise((done) => navigator.locks.request(lock, () => {
    postMessage({held: lock});
    done();
    return new Promise(() => {});
  }).catch(done));
}

async function start({module, lock}) {
  if (lock && navigator.locks) await hold(lock);
  const go = new Go();
  go.env = {GOGC: '50'}; // as in boot.js
  go.argv = ['shadowtime', 'worker'];
  try {
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await go.run(instance);
    postMessage({fatal: lastWords()});
  } catch (e) {
    postMessage({fatal: lastWords(e)});
  }
}

self.onmessage = (e) => {
  if (e.data.module) {
    start(e.data);
    return;
  }
  queue.push(e.data);
  wake();
};
