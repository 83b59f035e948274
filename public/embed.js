// The page in a frame of another page: ?embed=VIEW, documented in docs/embed.html.
// Only the window around the frame is heard, and nothing is said to it before its
// first hello has told its origin; from then on every message goes to that origin,
// and has to come from it. Of a log that the visitor brought it is told no result:
// that log is read on this machine alone.
'use strict';
(() => {
  const address = new URLSearchParams(location.search);
  const view = address.get('embed');
  if (view === null) return;
  const root = document.documentElement;
  root.dataset.embed = view;
  const dress = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  dress(address.get('theme'));

  let origin; // of the page around, once it said hello
  let page; // the program's side, once it runs
  const early = []; // what was asked of it before
  let given; // the last log that came from around
  let own = false; // the visitor brought one
  let due = false; // to be computed as soon as there is a log
  let last = ''; // state and complaint that were told
  let told = ''; // the complaint alone

  // An origin that has no name can't be addressed; the window is the same.
  const say = (type, more) => {
    if (origin !== undefined) parent.postMessage({shadowtime: 1, type, ...more}, origin === 'null' ? '*' : origin);
  };

  const sayHeight = () => say('height', {height: Math.ceil(document.body.getBoundingClientRect().height)});
  new ResizeObserver(sayHeight).observe(document.body);

  const complain = (message) => {
    if (message && message !== told) say('error', {message: own ? 'The page says what is wrong to its visitor, whose log it is.' : message});
    told = message;
  };

  const report = (again) => {
    if (!page) return;
    page.state((s) => {
      if (due && (s.state === 'loaded' || s.state === 'cancelled' || s.state === 'done')) {
        page.run((ran) => {
          if (ran) due = false;
          setTimeout(report, ran ? 0 : 100, true);
        });
        return;
      }
      complain(s.message);
      const now = s.state + ' ' + s.query;
      if (now === last && !again) return;
      last = now;
      const mine = own || s.file && s.file !== given; // then not even what is asked of it, which may name its parts
      say('state', mine ? {state: s.state} : {state: s.state, query: s.query});
      if (s.state === 'done') say('done', mine ? {own: true} : {query: s.query, result: s.result});
    });
  };

  // The visitor's own doing is trusted by the browser, what a script does is not.
  for (const type of ['change', 'drop', 'paste']) {
    document.addEventListener(type, (e) => {
      const brings = type === 'change' ? e.target.id === 'file' : true;
      if (e.isTrusted && brings) own = true;
    }, true);
  }

  // Of questions that come within a moment the last one counts: each takes the program
  // some milliseconds, and thousands would hold the frame.
  const moment = 30; // ms
  let question; // that waits
  const pose = () => {
    const {query, run} = question;
    question = undefined;
    page.ask(query, () => {
      due = run;
      report(true);
    });
  };

  const take = {
    load({bytes, name, run}) {
      const held = typeof bytes === 'string' || bytes instanceof Blob || bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes);
      if (!held || typeof name !== 'string' || name === '') {
        complain('A log to load has bytes (an ArrayBuffer, a view of one, a Blob or text) and a name.');
        return;
      }
      given = new File([bytes], name);
      due = run === true;
      const input = document.getElementById('file');
      const files = new DataTransfer();
      files.items.add(given);
      input.files = files.files;
      given = input.files[0];
      input.dispatchEvent(new Event('change'));
    },
    ask({query, run}) {
      if (typeof query !== 'string') {
        complain('A question is text, as a link has it after the question mark.');
        return;
      }
      const q = new URLSearchParams(query);
      if (!q.has('view')) q.set('view', view);
      if (!question) setTimeout(pose, moment);
      question = {query: q.toString(), run: run === true};
    },
    theme({name}) { dress(name); },
  };

  addEventListener('message', (e) => {
    const m = e.data;
    if (e.source !== parent || parent === self || !m || m.shadowtime !== 1) return;
    if (m.type === 'hello' && origin === undefined) {
      origin = e.origin;
      if (page || view === 'lesson') say('ready', {view});
      sayHeight();
      report(true);
      return;
    }
    if (e.origin !== origin || !Object.hasOwn(take, m.type)) return;
    if (page || m.type === 'theme') take[m.type](m);
    else early.push(m);
  });

  // What the program hands over when it runs: it is asked for its state whenever
  // the page shows another one.
  self.shadowtimeFramed = (hooks) => {
    page = hooks;
    new MutationObserver(() => report()).observe(document.getElementById('app'), {subtree: true, attributes: true, attributeFilter: ['data-state']});
    say('ready', {view});
    for (const m of early.splice(0)) take[m.type](m);
    report(true);
  };
  new MutationObserver(() => complain(document.querySelector('#fatal p').textContent)).observe(document.getElementById('fatal'), {attributes: true, attributeFilter: ['hidden']});

  const foot = document.createElement('p');
  foot.className = 'embed-foot';
  const out = document.createElement('a');
  out.target = '_blank';
  out.rel = 'noopener';
  out.textContent = 'Open in Shadowtime';
  out.href = location.href.split(/[?#]/)[0] + (view === 'lesson' ? '' : '?' + (address.get('demo') ? 'demo=' + address.get('demo') + '&' : '') + 'view=' + encodeURIComponent(view));
  for (const type of ['pointerdown', 'keydown']) out.addEventListener(type, () => page && page.state((s) => { if (s.link) out.href = s.link; }));
  foot.append(out);
  document.body.append(foot);
})();
