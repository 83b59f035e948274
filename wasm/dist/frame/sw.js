// Keeps the page's own files, and no others, so that it works without network.
// A version is a list of files with the hashes that they may have. Its worker is
// installed once all of them are kept and are what the list says; then its pages
// get every file from there, of one version. Files are kept by hash: a version
// fetches what it has not in common with the one before.
'use strict';

const files = FILES;

const scope = self.registration.scope;
const cacheName = 'shadowtime ' + scope; // the origin may have other pages, and other such
const key = (name) => scope + '?sha256=' + files[name][0];

const hash = async (bytes) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((b) => b.toString(16).padStart(2, '0')).join('');

// get asks the host, which may say that what the browser has is still right: hosts
// that go by seconds are wrong about a file that was copied twice in one.
const get = async (name, cache) => {
  const answer = await fetch(scope + name, {cache, credentials: 'same-origin'});
  if (!answer.ok) throw new Error(name + ' was not found (' + answer.status + ')');
  const bytes = await answer.arrayBuffer();
  return {bytes, type: answer.headers.get('Content-Type') || 'application/octet-stream', right: files[name].includes(await hash(bytes))};
};

const keep = async (cache, name) => {
  if (await cache.match(key(name))) return;
  let file = await get(name, 'no-cache');
  if (!file.right) file = await get(name, 'reload');
  if (!file.right) throw new Error(name + ' is of another version, or the host has changed it');
  await cache.put(key(name), new Response(file.bytes, {headers: {'Content-Type': file.type}}));
};

const tell = async (message) => {
  for (const page of await self.clients.matchAll({includeUncontrolled: true})) {
    if (page.url.startsWith(scope)) page.postMessage(message); // the origin's other pages are not ours
  }
};

const keepAll = async () => {
  try {
    const cache = await caches.open(cacheName);
    await Promise.all(Object.keys(files).map((name) => keep(cache, name)));
  } catch (error) {
    await tell({failed: String(error.message || error)});
    throw error;
  }
};

self.addEventListener('install', (e) => e.waitUntil(keepAll()));

self.addEventListener('activate', (e) => e.waitUntil((async () => {
  const cache = await caches.open(cacheName);
  const wanted = new Set(Object.keys(files).map(key));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  await self.clients.claim();
})()));

// The page says when a version that is ready may take over, and asks whether all is
// kept: a browser may have thrown it away, and a worker whose registration was
// taken back lives on, and is registered again, as long as a tab uses it.
self.addEventListener('message', (e) => {
  if (e.data === 'take over') e.waitUntil(self.skipWaiting());
  if (e.data === 'keep') e.waitUntil(keepAll().then(() => tell({kept: true}), () => {}));
});

// whole is a kept file that is what the list says; one that was damaged is fetched
// again, once.
const whole = async (name) => {
  // match makes no cache where there is none any more, as open would
  const kept = await caches.match(key(name), {cacheName});
  if (!kept) return;
  const bytes = await kept.arrayBuffer();
  if (files[name].includes(await hash(bytes))) return new Response(bytes, {headers: kept.headers});
  const cache = await caches.open(cacheName);
  await cache.delete(key(name));
  await keep(cache, name).catch(() => {});
  return cache.match(key(name));
};

self.addEventListener('fetch', (e) => {
  if (e.request.method !== 'GET' || !e.request.url.startsWith(scope)) return;
  const name = decodeURIComponent(new URL(e.request.url).pathname.slice(new URL(scope).pathname.length)).replace(/(^|\/)$/, '$1index.html');
  if (!Object.hasOwn(files, name)) return;
  e.respondWith(whole(name).then((kept) => kept || fetch(e.request)));
});
