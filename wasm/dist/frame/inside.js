// Where the page is one file, this stands in for the server: what the page asks
// for by name lies in it, in scripts that are only text. Nothing is requested.
'use strict';
(() => {
  // what is told that pages from files don't work: this one does
  self.shadowtimeInside = true;

  const complete = new Promise((done) => {
    if (document.readyState !== 'loading') done();
    else document.addEventListener('DOMContentLoaded', done);
  });
  const element = (name) => document.querySelector('script[data-file="' + name + '"]');

  // bytes are those that letters carry: seven bits each, the first ones highest; fifteen
  // those beyond ASCII, of which the first seven are one of four.
  const barred = [0, 10, 13, 60];
  const bytes = (text, length) => {
    const out = new Uint8Array(length); // what would be put beyond it is dropped
    let at = 0, held = 0, bits = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i), wide = c >= 0x80;
      held = wide ? held << 15 | barred[c - 0x80 >> 8] << 8 | c & 0xff ^ 0x80 : held << 7 | c;
      for (bits += wide ? 15 : 7; bits >= 8; held &= (1 << bits) - 1) out[at++] = held >> (bits -= 8);
    }
    return out;
  };

  const request = self.fetch;
  self.fetch = async (name, options) => {
    await complete;
    const e = element(name);
    if (!e) return request(name, options);
    if (!('packed' in e.dataset)) return new Response(e.textContent);
    const text = e.textContent, length = +e.dataset.packed;
    e.remove(); // megabytes, and wanted once
    return new Response(bytes(text, length));
  };

  // A worker's script would be a request; a blob of the same text is none.
  let worker;
  const workerURL = () => worker ||= URL.createObjectURL(new Blob(
    ['self.importScripts = () => {};\n', element('wasm_exec.js').textContent, '\n', element('worker.js').textContent], {type: 'text/javascript'}));
  if (typeof Worker === 'function') {
    self.Worker = class extends Worker {
      constructor(url, options) { super(url === 'worker.js' ? workerURL() : url, options); }
    };
  }

  // Documentation opens over the page, in a tree of its own: its names are not
  // the page's.
  let docs;
  const read = async () => {
    const packed = (await self.fetch('docs')).body;
    return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).json();
  };
  let dialog, shadow;
  const make = (style) => {
    dialog = document.createElement('dialog');
    dialog.className = 'document';
    dialog.setAttribute('aria-label', 'Documentation');
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = 'Close';
    close.onclick = () => dialog.close();
    const host = document.createElement('div');
    shadow = host.attachShadow({mode: 'open'});
    shadow.adoptedStyleSheets = [document.querySelector('style').textContent, style].map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    shadow.addEventListener('click', follow);
    dialog.append(close, host);
    document.body.append(dialog);
  };
  const show = async (name, part) => {
    docs ||= read();
    const pages = await docs;
    if (!dialog) make(pages.style);
    shadow.innerHTML = pages[name] || '<main class="method"><h1>Not in this file</h1><p>This page has no place in the one file: it stands beside the laboratory where that is a site.</p></main>';
    for (const wide of shadow.querySelectorAll('.scroll, table')) wide.tabIndex = 0; // to be scrolled with keys
    if (!dialog.open) dialog.showModal();
    const at = part && shadow.getElementById(part);
    if (at) at.scrollIntoView();
    else dialog.scrollTop = 0;
  };

  // press shows a view as a button of the page does, which keeps the log in sight.
  const press = (view) => {
    const button = document.createElement('button');
    Object.assign(button.dataset, {act: 'view', arg: view});
    document.body.append(button);
    button.click();
    button.remove();
  };

  // follow opens what a link to the documentation names, in the page or in a
  // document; all others are left to the browser.
  const follow = (e) => {
    const link = e.target.closest('a[href]');
    if (!link) return;
    const [address, part] = link.getAttribute('href').split('#');
    const [file, query] = address.split('?');
    const document_ = /^(?:docs\/|course\/)?([a-z-]+\.html)$/.exec(file);
    if (file === '../index.html') {
      dialog.close();
      if (query) press(new URLSearchParams(query).get('view'));
    }
    else if (file === '' && shadow && link.getRootNode() === shadow) shadow.getElementById(part)?.scrollIntoView();
    else if (document_) show(document_[1], part);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  for (const type of ['click', 'auxclick']) document.addEventListener(type, (e) => { if (e.target.closest('a[href^="docs/"], a[href^="course/"]')) follow(e); }, true);
})();
