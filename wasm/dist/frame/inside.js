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

  // bytes are eight bits of letters that carry seven each, the first ones highest.
  const bytes = (text) => {
    const out = new Uint8Array(text.length * 7 >> 3);
    for (let i = 0, at = 0, held = 0, bits = 0; at < out.length; i++) {
      held = held << 7 & 0x7fff | text.charCodeAt(i) & 0x7f;
      bits += 7;
      if (bits >= 8) out[at++] = held >> (bits -= 8);
    }
    return out;
  };

  const request = self.fetch;
  self.fetch = async (name, options) => {
    await complete;
    const e = element(name);
    if (!e) return request(name, options);
    if (!('packed' in e.dataset)) return new Response(e.textContent);
    const text = e.textContent;
    e.remove(); // megabytes, and wanted once
    return new Response(bytes(text));
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
    shadow.innerHTML = pages[name];
    for (const wide of shadow.querySelectorAll('.scroll, table')) wide.tabIndex = 0; // to be scrolled with keys
    if (!dialog.open) dialog.showModal();
    const at = part && shadow.getElementById(part);
    if (at) at.scrollIntoView();
    else dialog.scrollTop = 0;
  };

  // follow opens what a link to the documentation names, in the page or in a
  // document; all others are left to the browser.
  const follow = (e) => {
    const link = e.target.closest('a[href]');
    if (!link) return;
    const [file, part] = link.getAttribute('href').split('#');
    const document_ = /^(?:docs\/)?([a-z]+\.html)$/.exec(file);
    if (file === '../index.html') dialog.close();
    else if (file === '' && shadow && link.getRootNode() === shadow) shadow.getElementById(part)?.scrollIntoView();
    else if (document_) show(document_[1], part);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  for (const type of ['click', 'auxclick']) document.addEventListener(type, (e) => { if (e.target.closest('a[href^="docs/"]')) follow(e); }, true);
})();
