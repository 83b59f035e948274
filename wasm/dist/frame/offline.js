// Has the page kept for use without network, by sw.js, unless the visitor said
// no; tells of a new version, and leaves the time of it to the visitor.
'use strict';
(() => {
  const place = document.querySelector('#offline p');
  const setting = 'shadowtime-offline';
  const cacheName = () => 'shadowtime ' + new URL('./', location.href).href;

  // a browser may refuse storage: then nothing is remembered
  const off = () => { try { return localStorage.getItem(setting) === 'off'; } catch { return false; } };
  const remember = (value) => { try { if (value) localStorage.setItem(setting, value); else localStorage.removeItem(setting); } catch {} };

  const say = (text, ...buttons) => {
    const held = place.contains(document.activeElement);
    place.parentElement.className = '';
    place.replaceChildren(text);
    for (const [name, act] of buttons) {
      const b = document.createElement('button');
      b.type = 'button';
      b.className = 'quiet';
      b.textContent = name;
      b.onclick = act;
      place.append(' ', b);
    }
    if (held) (place.querySelector('button') || place).focus(); // what had it is gone
  };
  const news = (text, ...buttons) => {
    say(text, ...buttons);
    place.parentElement.className = 'news';
  };

  const kept = () => say('Kept in this browser: works without network.', ['Keep it no longer', stop]);
  const dropped = () => say('Not kept: works with network only.', ['Keep it for use without network', start]);
  const refused = (why) => say('Works with network only: ' + why + '.');

  const stop = async () => {
    remember('off');
    const registration = await navigator.serviceWorker.getRegistration('./');
    if (registration) await registration.unregister();
    await caches.delete(cacheName());
    dropped();
  };

  let asked = false; // here, to reload
  // take asks until it is so: a worker that is being stopped may miss the word
  const take = (worker) => {
    if (worker.state === 'activated') return location.reload();
    worker.postMessage('take over');
    setTimeout(take, 1000, worker);
  };
  const ready = (worker) => {
    news('A new version is ready. What is computed here stays until you reload.',
      ['Reload now', () => { asked = true; take(worker); }],
      ['Later', kept]);
  };

  // attend follows a version that is being kept until it is.
  const attend = (worker) => worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && navigator.serviceWorker.controller) ready(worker);
    if (worker.state === 'activated') kept();
  });

  const start = async () => {
    remember('');
    say('Being kept for use without network.');
    try {
      const registration = await navigator.serviceWorker.register('sw.js', {updateViaCache: 'none'});
      registration.addEventListener('updatefound', () => attend(registration.installing));
      if (registration.installing) attend(registration.installing);
      if (registration.waiting && navigator.serviceWorker.controller) ready(registration.waiting);
      else if (registration.active) registration.active.postMessage('keep');
    } catch (e) {
      refused('this browser or host does not let it be kept (' + e.message + ')');
    }
  };

  // one that asks for nothing until the page runs: it is not to be slowed down
  const begin = () => {
    if (!('serviceWorker' in navigator)) return refused('this browser keeps pages only from https addresses');
    const workers = navigator.serviceWorker;
    let controlled = !!workers.controller;
    workers.addEventListener('controllerchange', () => {
      if (asked) location.reload();
      else if (controlled) {
        news('Another tab has changed to the new version. Reload this one when it suits you.', ['Reload now', () => location.reload()]);
      }
      controlled = true;
    });
    workers.addEventListener('message', (e) => {
      if (off() || place.parentElement.className) return; // news stays
      if (e.data.kept) kept();
      else if (!workers.controller || e.source === workers.controller) refused(e.data.failed); // else an older one is kept
    });
    if (off()) dropped();
    else start();
  };
  const starting = document.getElementById('starting');
  if (!starting) return begin();
  new MutationObserver((_, observer) => {
    if (starting.isConnected) return;
    observer.disconnect();
    begin();
  }).observe(document.body, {childList: true});
})();
