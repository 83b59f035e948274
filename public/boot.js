// Starts the page: fetches its files once, compiles the one module for the page
// and all workers to share, and runs the Go program that is the page.
// After this nothing is requested from anywhere. What a visitor does before the
// program runs is kept, and done when it does.
'use strict';
(() => {
  const starting = document.getElementById('starting');

  const fatal = (text) => {
    const box = document.getElementById('fatal');
    box.hidden = false;
    box.querySelector('p').textContent = text;
    starting.remove();
    box.scrollIntoView({block: 'nearest'});
  };

  // early listens until the program does. Files are kept where the program
  // looks for them, in the one input; of buttons it is remembered which.
  const early = () => {
    const input = document.getElementById('file');
    const files = new DataTransfer();
    const pressed = [];
    const over = new AbortController();
    const hear = (target, type, f) => target.addEventListener(type, f, {signal: over.signal});
    const say = () => {
      const names = [...input.files].map((f) => f.name).join(', ');
      starting.textContent = 'Starting the laboratory; ' + (names ? names + ' is read as soon as it runs' : 'then what you asked for is done');
    };
    hear(document, 'click', (e) => {
      const button = e.target.closest('[data-act]');
      if (!button) return;
      const act = button.dataset.act;
      if (act === 'choose-file') input.click();
      else {
        if (!pressed.includes(act)) pressed.push(act);
        say();
      }
    });
    hear(input, 'change', say);
    for (const type of ['dragenter', 'dragover']) hear(document, type, (e) => e.preventDefault());
    hear(document, 'drop', (e) => {
      e.preventDefault();
      for (const f of e.dataTransfer.files) files.items.add(f);
      input.files = files.files;
      say();
    });
    return () => {
      over.abort();
      for (const act of pressed) document.querySelector('[data-act="' + act + '"]').click();
      if (input.files.length) input.dispatchEvent(new Event('change'));
    };
  };
  const handOver = early();

  const get = async (url) => {
    const r = await fetch(url);
    if (!r.ok) throw new Error(url + ' could not be loaded (' + r.status + '). If you built the page yourself, run ./build.sh build.');
    return r;
  };

  // unpack turns .wasm.gz, served as plain bytes, into a module's bytes; a
  // server that already unpacked it is taken at its word.
  const unpack = async (url) => {
    const bytes = await (await get(url)).arrayBuffer();
    const head = new Uint8Array(bytes, 0, 2);
    if (head[0] !== 0x1f || head[1] !== 0x8b) return bytes;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
  };

  const text = async (url) => (await get(url)).text();

  const start = async () => {
    if (typeof WebAssembly !== 'object' || typeof DecompressionStream !== 'function') {
      throw new Error('This browser is too old for this page: it needs WebAssembly and DecompressionStream (Chrome 80, Firefox 113, Safari 16.4 or later).');
    }
    const [module, exec, script] = await Promise.all([
      unpack('shadowtime.wasm.gz').then((b) => WebAssembly.compile(b)), text('wasm_exec.js'), text('worker.js'),
    ]);
    const url = URL.createObjectURL(new Blob([exec, '\n', script], {type: 'text/javascript'}));
    // what the Go program takes from here
    self.shadowtimeSpawn = () => {
      const w = new Worker(url);
      w.postMessage({module});
      return w;
    };
    self.shadowtimeStarted = () => {
      starting.remove();
      handOver();
    };
    // While the page is drawn anew, fields that go away must not be heard.
    let rendering = false;
    self.shadowtimeRendering = (on) => { rendering = on; };
    for (const type of ['change', 'input', 'blur', 'focusout']) {
      document.addEventListener(type, (e) => { if (rendering) e.stopImmediatePropagation(); }, true);
    }
    const go = new Go();
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await go.run(instance);
    throw new Error('The page stopped unexpectedly. Reload it; your log was not changed. If it happens again, please report what you did last.');
  };

  start().catch((e) => fatal(e.message));
})();
