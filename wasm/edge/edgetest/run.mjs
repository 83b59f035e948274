// Runs a built worker in workerd: MINIFLARE'S MODULE, WORKER'S FOLDER, ARCHIVE'S URL, and
// the folder of the page's files, if there is one, which come first.
// What the worker fetches goes to the archive, but for a host that is dead.
import {readFileSync} from 'node:fs';
import {request} from 'node:http';
import {join} from 'node:path';
import {Readable} from 'node:stream';

const [module, folder, archive, site] = process.argv.slice(2);
const {Miniflare, Response} = await import(module);

// asked asks for bytes as they are: fetch would unpack them
const asked = (from) => new Promise((resolve, reject) => {
  const to = new URL(from.url);
  if (to.hostname === 'dead.example') return resolve(new Response('dead', {status: 530})); // as Cloudflare answers for one
  request(new URL(to.pathname, archive), {headers: {'Accept-Encoding': from.headers.get('Accept-Encoding') || ''}}, (answer) => {
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'connection' && name !== 'transfer-encoding'));
    resolve(new Response(Readable.toWeb(answer), {status: answer.statusCode, headers, encodeBody: 'manual'}));
  }).on('error', reject).end();
});

const part = (type, name) => ({type, path: join(folder, name), contents: readFileSync(join(folder, name))});
const worker = new Miniflare({
  host: '127.0.0.1', port: 0, cf: false, compatibilityDate: '2026-04-01', modulesRoot: folder, outboundService: asked,
  modules: [part('ESModule', 'worker.mjs'), part('ESModule', 'wasm_exec.js'), part('CompiledWasm', 'app.wasm')],
  ...(site && {assets: {directory: site, routerConfig: {has_user_worker: true}}}),
});
console.log((await worker.ready).origin);
process.stdin.resume().on('end', () => worker.dispose().then(() => process.exit(0))); // ends with the test
