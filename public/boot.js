// Starts the page: fetches its files once, compiles the one module for the page
// and all workers to share, and runs the Go program that is the page.
// After this nothing is requested but worker.js and wasm_exec.js, from where the
// page came from, when a worker is started anew. What a visitor does before the
// program runs is kept by early.js.
'use strict';
(() => {
  const starting = document.getElementById('starting');

  const tell = (title, text) => {
    const box = document.getElementById('fatal');
    box.hidden = !text;
    box.querySelector('h2').textContent = title;
    box.querySelector('p').textContent = text;
    if (text) box.scrollIntoView({block: 'nearest'});
  };
  const fatal = (text) => {
    starting.remove();
    tell('Shadowtime stopped', text);
  };

  if (document.documentElement.dataset.embed === 'lesson') { // a drawing that moves by itself
    starting.remove();
    return;
  }

  const site = 'If the site is yours: copy public/ there again, after ./build.sh build.';

  const program = 'shadowtime.wasm.zst';

  // loaded gives the module's bytes as they come. The file is a frame of Zstandard, served as plain bytes; a server that
  // already unpacked it is taken at its word. The sum tells builds apart, where no digest is to be had: results that are
  // kept are those of the build that computed them.
  const loaded = async function* () {
    const r = await fetch(program).catch((e) => {
      throw new Error(program + ' could not be fetched (' + e.message + '): see that this machine and the page\'s server are connected, then reload.');
    });
    if (!r.ok) throw new Error(program + ' could not be loaded (' + r.status + '). Reload the page. ' + site);
    const reader = r.body.getReader();
    let came = 0, sum = 0, size = 0;
    const read = async () => {
      const {value} = await reader.read().catch(() => {
        throw new Error(program + ' broke off while it was loaded. Reload the page.');
      });
      came += value?.length || 0;
      return value;
    };
    const counted = (bytes) => {
      for (const word of new Uint32Array(bytes.buffer, 0, bytes.length >> 2)) sum = Math.imul(sum ^ word, 16777619);
      size += bytes.length;
      return bytes;
    };
    const begun = [], magic = [];
    for (let part; magic.length < 4 && (part = await read());) {
      begun.push(part);
      magic.push(...part.subarray(0, 4));
    }
    const parts = async function* () {
      yield* begun;
      for (let part; (part = await read());) yield part;
    };
    if (String(magic.slice(0, 4)) === '40,181,47,253') {
      const damaged = () => new Error(program + ' is cut or damaged (' + came + ' bytes came). Reload the page. ' + site);
      for await (const bytes of unzstd(parts(), damaged)) yield counted(bytes);
    } else {
      const all = [];
      for await (const part of parts()) all.push(part);
      yield counted(new Uint8Array(await new Blob(all).arrayBuffer()));
    }
    self.shadowtimeBuild = size + '-' + (sum >>> 0);
  };

  // compile compiles the module while it comes.
  const compile = () => {
    const parts = loaded(), {port1, port2} = new MessageChannel();
    let why;
    const stream = new ReadableStream({
      async pull(to) {
        await new Promise((next) => { // in a task of its own, so that a click is heard meanwhile
          port1.onmessage = next;
          port2.postMessage(0);
        });
        const {done, value} = await parts.next().catch((e) => { throw why = e; });
        if (done) to.close();
        else to.enqueue(value);
      },
    });
    return WebAssembly.compileStreaming(new Response(stream, {headers: {'Content-Type': 'application/wasm'}})).catch((e) => {
      if (/content security policy|unsafe-eval|\bCSP\b/i.test((why || e).message)) {
        throw new Error('The Content-Security-Policy of this page\'s host forbids WebAssembly: it has to allow \'wasm-unsafe-eval\' in script-src.');
      }
      throw why || new Error(program + ' is no program of this page (' + e.message + '). Reload the page. ' + site);
    });
  };

  // missing says what the page can't do without, and who can help.
  const missing = () => {
    const alone = self.shadowtimeInside; // the one file runs from everywhere
    if (!alone && location.protocol === 'file:') {
      return 'A browser does not let a page of many files run from a disk. Open the one file that ./build.sh dist makes, or run ./build.sh run and open the address that it prints.';
    }
    if (!alone && self.origin === 'null') {
      return 'This page is in a sandboxed frame that may not load its files: add allow-same-origin to the frame\'s sandbox, or open the page in a tab of its own.';
    }
    if (typeof WebAssembly !== 'object') {
      return 'WebAssembly is missing or switched off in this browser, and everything here is computed with it: switch it on (a protected or lockdown mode switches it off), or use another browser.';
    }
    if (typeof Worker !== 'function') {
      return 'This browser lets no page start workers, and everything here is computed by them: allow them, or use another browser.';
    }
    if (typeof DecompressionStream !== 'function') {
      return 'This browser is too old for this page: it needs DecompressionStream (Chrome 80, Firefox 113, Safari 16.4 or later).';
    }
    const absent = [[self.Go, 'wasm_exec.js'], [self.vuguRender, 'vugu.js'], [self.unzstd, 'zstd.js'], [self.shadowtimeEarly, 'early.js']].find(([there]) => !there);
    if (absent) {
      return absent[1] + ' could not be loaded or is not what it should be. Reload the page. ' + site;
    }
    return '';
  };

  // spawn starts a worker. hear is given what it posts, and in the end why it
  // ended, {fatal}, or that it died without a word, {died}: then the lock that it
  // holds is free. A browser that has no locks (or none for this address) shows
  // only silence: so long as no step of any study takes.
  const silence = 300_000;
  let workers = 0;
  const spawn = (module, hear) => {
    let worker, ready = false, held = false, asked = false, over = false, due = 0;
    const say = (data) => { if (!over) hear(data); };
    const watch = (on) => {
      clearTimeout(due);
      if (on && !held && !over) due = setTimeout(() => say({died: true}), silence);
    };
    const cannot = () => say({fatal: 'a worker could not be started from worker.js. See that this machine and the page\'s server are connected, ' +
      'and that a Content-Security-Policy of its host allows worker-src \'self\'; then reload the page'});
    try {
      worker = new Worker('worker.js');
    } catch {
      setTimeout(cannot);
      return {post() {}, end() { over = true; }};
    }
    worker.onmessage = ({data}) => {
      if (data.held) {
        held = true;
        watch(false);
        navigator.locks.request(data.held, () => say({died: true})).catch(() => { held = false; });
        return;
      }
      if (data.ready) ready = true;
      if ('answer' in data || 'error' in data) asked = false;
      watch(asked);
      say(data);
      data.answer?.buffer.transfer?.(0); // the program has its own copy, and garbage of this size is seldom collected
    };
    worker.onerror = (e) => {
      if (ready) say({fatal: 'the worker failed (' + e.message + ')'});
      else cannot();
    };
    watch(true);
    worker.postMessage({module, lock: navigator.locks && 'shadowtime ' + Math.random() + ' ' + ++workers});
    return {
      post(message, transfer) { watch(asked = true); worker.postMessage(message, transfer); },
      end() { over = true; watch(false); worker.terminate(); },
    };
  };

  // get fetches the log that a link names: from this page's own host alone, which the
  // policy forbids to be otherwise, so that no log can leave.
  const get = async (address, most, say) => {
    const remedy = 'get the file, and drop it here';
    if (self.shadowtimeInside) throw new Error('this page is one file that asks for nothing: ' + remedy);
    let url;
    try {
      url = new URL(address, location.href);
    } catch {
      throw new Error('that is no address');
    }
    if (url.origin !== location.origin) throw new Error('it is on another host, and this page asks none but its own, so that no log can leave it: ' + remedy);
    const name = decodeURIComponent(url.pathname.split('/').pop());
    const broken = (e) => { throw e instanceof TypeError ? new Error('it could not be loaded, or broke off: see that this machine is connected, then reload the page') : e; };
    const answer = await fetch(url, {credentials: 'same-origin'}).catch(broken);
    if (!answer.ok) throw new Error('the host answers ' + answer.status + ': see where the log is, and mend the link');
    const total = Number(answer.headers.get('Content-Length'));
    const parts = [];
    let size = 0;
    const reader = answer.body.getReader();
    for (;;) {
      if (Math.max(size, total) > most) {
        reader.cancel();
        throw new Error('it has more than ' + most / (1 << 20) + ' MB: ' + remedy);
      }
      const {done, value} = await reader.read().catch(broken);
      if (done) return new File(parts, name || 'log');
      parts.push(value);
      size += value.length;
      if (!say(size, total)) {
        reader.cancel();
        throw new Error('it was cancelled');
      }
    }
  };

  // keyOf tells nodes apart that do different things: one becomes the other only where both are
  // the same.
  const keyOf = (n) => n.nodeName + (n.id || n.dataset?.act + ' ' + n.dataset?.arg);

  // patch makes the children of a node those of another, and keeps what can be kept: with the
  // nodes the focus, what is unfolded and written into fields, and how far something scrolled.
  const patch = (was, now) => {
    let old = was.firstChild;
    for (const next of [...now.childNodes]) {
      let same = old;
      while (same && keyOf(same) !== keyOf(next)) same = same.nextSibling;
      if (!same) {
        was.insertBefore(next, old);
        continue;
      }
      while (old !== same) {
        const gone = old;
        old = old.nextSibling;
        gone.remove();
      }
      old = old.nextSibling;
      if (same.isEqualNode(next)) continue;
      if (!same.attributes) {
        same.data = next.data;
        continue;
      }
      const chosen = next.selectedIndex;
      for (const {name} of [...same.attributes]) {
        if (next.hasAttribute(name) || name === 'open') continue;
        same.removeAttribute(name);
        if (name === 'checked') same.checked = false;
      }
      for (const {name, value} of next.attributes) {
        if (same.getAttribute(name) === value) continue;
        same.setAttribute(name, value);
        if (name === 'value' || name === 'checked') same[name] = next[name];
      }
      // a chart is one thing: what reads it looks at all of it anew
      if (same.nodeName === 'svg') same.replaceChildren(...next.childNodes);
      else patch(same, next);
      if (chosen !== undefined) same.selectedIndex = chosen;
    }
    while (old) {
      const gone = old;
      old = old.nextSibling;
      gone.remove();
    }
  };

  // The worst check stands in the strip once the card of all is out of sight.
  document.addEventListener('scroll', () => {
    const card = document.querySelector('.checks');
    document.documentElement.toggleAttribute('data-past', !!card && card.getBoundingClientRect().bottom < 0);
  }, {passive: true});

  const start = async () => {
    const without = missing();
    if (without) throw new Error(without);
    const module = await compile();
    // what the Go program takes from here
    self.shadowtimeGet = get;
    self.shadowtimeDraw = (host, html) => {
      const made = document.createElement('template');
      made.innerHTML = html;
      const at = document.activeElement;
      const had = host.contains(at);
      patch(host, made.content);
      if (!had || host.contains(at)) return;
      const {act, arg} = at.dataset; // it stands elsewhere now
      const does = '[data-act="' + CSS.escape(act) + '"]' + (arg === undefined ? '' : '[data-arg="' + CSS.escape(arg) + '"]');
      (at.id ? document.getElementById(at.id) : host.querySelector(does))?.focus({preventScroll: true});
    };
    self.shadowtimeSpawn = (hear) => spawn(module, hear);
    self.shadowtimeStarted = () => {
      performance.mark('started'); // what bench measures
      starting.remove();
      self.shadowtimeEarly();
    };
    self.shadowtimeUndrawn = (text) => tell('A part of the page could not be drawn', text);
    // While the page is drawn anew, fields that go away must not be heard.
    let rendering = false;
    self.shadowtimeRendering = (on) => { rendering = on; };
    for (const type of ['change', 'input', 'blur', 'focusout']) {
      document.addEventListener(type, (e) => { if (rendering) e.stopImmediatePropagation(); }, true);
    }
    // Vugu's renderer evaluates its own helper once as it is made. That is vugu.js, and
    // with it loaded the helper would do nothing: it alone is passed over, so that no
    // policy has to allow eval for it, and eval is what it was from then on.
    self.shadowtimeStaging = (make) => {
      const real = self.eval;
      self.eval = (text) => {
        self.eval = real;
        return text.includes('vuguRender') ? undefined : real(text);
      };
      try {
        make();
      } finally {
        self.eval = real;
      }
    };
    const go = new Go();
    go.env = {GOGC: '50'}; // memory of WebAssembly never shrinks: half of what lives may be garbage, not as much again
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await go.run(instance);
    throw new Error('The page stopped unexpectedly. Reload it; your log was not changed. If it happens again, please report what you did last.');
  };

  start().catch((e) => fatal(e.message));
})();
