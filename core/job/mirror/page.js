// Lists in the welcome the logs that this page's host passes on from public
// archives, and gives the page the one that is pressed, as if it had been dropped.
// Only a host that says so in a meta tag is asked, once, when the page starts. What
// arrives is held to the list's size and SHA-256 before the page sees it.
'use strict';
(() => {
  const told = document.querySelector('meta[name="shadowtime-archive"]');
  if (!told) return;
  const at = new URL(told.content, document.baseURI);
  const silence = 30000; // ms without a byte, after which a log is given up
  const remedy = 'Try later, or get the log from its archive and drop it.';

  const words = async (answer) => {
    const text = answer.headers.get('Content-Type')?.startsWith('text/plain') ? (await answer.text()).trim().slice(0, 400) : '';
    return text || 'The host of this page answers ' + answer.status + ' for it. ' + remedy;
  };
  const asked = fetch(at, {credentials: 'same-origin'}).then(async (answer) => {
    if (!answer.ok) throw new Error(await words(answer));
    return (await answer.json()).logs;
  });
  asked.catch(() => {}); // said where the list would stand

  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block }
    h3 { font-size: inherit; margin: 16px 0 4px }
    p, ul { margin: 4px 0; padding: 0 }
    li { list-style: none; margin: 8px 0 }
    button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--ink-soft); border-radius: 4px; padding: 4px 12px; cursor: pointer }
    button:hover:enabled { border-color: var(--ink); background: var(--paper-2) }
    button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
    button:disabled { opacity: .45; cursor: default }
    small { color: var(--ink-soft); font-size: var(--small) }
    [hidden] { display: none }
  `);

  const megabytes = (n) => (n / 1e6).toFixed(1);
  const make = (tag, text, ...inside) => {
    const e = document.createElement(tag);
    e.append(text, ...inside);
    return e;
  };

  // received reads an answer as it comes, so that silence and excess end it.
  const received = async (log, answer, stop, alive, say) => {
    const parts = [];
    let had = 0;
    for (const reader = answer.body.getReader(); ;) {
      const {done, value} = await reader.read();
      if (done) break;
      alive();
      had += value.length;
      if (had > log.bytes) {
        stop.abort();
        throw new Error(log.title + ' has more bytes than the list says (' + log.bytes + '): it is not taken. ' + remedy);
      }
      parts.push(value);
      say('Loading ' + log.title + ': ' + megabytes(had) + ' of ' + megabytes(log.bytes) + ' MB');
    }
    if (had < log.bytes) throw new Error(log.title + ' broke off after ' + had + ' of ' + log.bytes + ' bytes. ' + remedy);
    return new Blob(parts);
  };

  const failed = new Set(); // whose kept answer is of no use
  const load = async (log, stop, say) => {
    if (!self.crypto?.subtle) throw new Error('This address is not secure (https, or localhost): the browser computes no digest, and a log that can not be checked is not taken.');
    let silent = false;
    let timer;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => { silent = true; stop.abort(); }, silence);
    };
    alive();
    try {
      const answer = await fetch(new URL(encodeURIComponent(log.name), at), {signal: stop.signal, credentials: 'same-origin', cache: failed.has(log.name) ? 'reload' : 'default'});
      if (!answer.ok) throw new Error(await words(answer));
      const file = await received(log, answer, stop, alive, say);
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
      const hex = [...digest].map((b) => b.toString(16).padStart(2, '0')).join('');
      if (hex !== log.sha256) throw new Error(log.title + ' is not the log of the list: its SHA-256 begins with ' + hex.slice(0, 12) + ', not ' + log.sha256.slice(0, 12) + '. It is not taken. ' + remedy);
      failed.delete(log.name);
      return new File([file], log.name);
    } catch (e) {
      failed.add(log.name);
      if (silent) throw new Error('Nothing of ' + log.title + ' came for ' + silence / 1000 + ' seconds. ' + remedy);
      if (e instanceof TypeError) throw new Error(log.title + ' could not be loaded, or broke off: see that this machine is connected. ' + remedy);
      throw e;
    } finally {
      clearTimeout(timer);
    }
  };

  const give = (file) => {
    const files = new DataTransfer();
    files.items.add(file);
    const input = document.getElementById('file');
    input.files = files.files;
    input.dispatchEvent(new Event('change'));
  };

  customElements.define('archive-list', class extends HTMLElement {
    async connectedCallback() {
      if (this.shadowRoot) return;
      const root = this.attachShadow({mode: 'open'});
      root.adoptedStyleSheets = [style];
      const status = make('p', '');
      status.setAttribute('role', 'status');
      let logs;
      try {
        logs = await asked;
        if (!logs.length) return;
      } catch (e) {
        status.textContent = 'The list of logs of this host could not be read (' + e.message + '). Drop a log instead.';
        root.append(status);
        return;
      }
      const cancel = make('button', 'Cancel');
      cancel.type = 'button';
      cancel.hidden = true;
      const list = document.createElement('ul');
      for (const log of logs) {
        const button = make('button', log.title || log.name);
        button.type = 'button';
        button.dataset.log = log.name;
        button.onclick = () => this.take({...log, title: log.title || log.name}, {root, status, cancel});
        list.append(make('li', button, ' ' + (log.bytes < 1e5 ? Math.ceil(log.bytes / 1000) + ' kB' : megabytes(log.bytes) + ' MB') + ' from ' + log.host + ' ', make('small', log.citation)));
      }
      root.append(make('h3', 'Or take a public log'), make('p', make('small', 'Passed on by this page\'s host, which learns which one you take; it is computed on this machine, as any other.')), list, status, cancel);
    }

    async take(log, {root, status, cancel}) {
      const buttons = [...root.querySelectorAll('button[data-log]')];
      const stop = new AbortController();
      cancel.onclick = () => stop.abort();
      for (const b of buttons) b.disabled = true;
      cancel.hidden = false;
      cancel.focus();
      status.textContent = 'Loading ' + log.title;
      let said = '';
      try {
        give(await load(log, stop, (text) => { status.textContent = text; }));
      } catch (e) {
        if (e.name !== 'AbortError') said = e.message;
      }
      status.textContent = said;
      for (const b of buttons) b.disabled = false;
      buttons.find((b) => b.dataset.log === log.name).focus();
      cancel.hidden = true;
    }
  });
})();
