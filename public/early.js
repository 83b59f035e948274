// What a visitor does before the program runs: it is heard from before the page is drawn, and done in its order when the
// program does. Files are kept where the program looks for them, in the one input.
'use strict';
(() => {
  if (new URLSearchParams(location.search).get('embed') === 'lesson') return; // it has no program
  const files = new DataTransfer();
  const waiting = [];
  const over = new AbortController();
  const hear = (type, f) => document.addEventListener(type, f, {signal: over.signal});
  const input = () => document.getElementById('file');
  const say = () => {
    const names = [...input().files].map((f) => f.name).join(', ');
    const starting = document.getElementById('starting');
    if (starting) starting.textContent = 'Starting the laboratory; ' +
      (names ? names + ' is read as soon as it runs' : 'then what you asked for is done');
  };
  const take = (...list) => {
    for (const f of list) files.items.add(f);
    input().files = files.files;
    say();
  };

  hear('click', (e) => {
    const control = e.target.closest('[data-act]');
    if (!control) return;
    if (control.href) {
      if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return; // another tab or window
      e.preventDefault(); // the program follows it
    }
    if (control.dataset.act === 'choose-file') input().click();
    else {
      waiting.push(() => control.click()); // the program draws into what was served
      say();
    }
  });
  // A browser opens its own window for files, within a moment of the key alone.
  hear('keydown', (e) => {
    const finds = (e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'k';
    const letter = !e.ctrlKey && !e.metaKey && !e.altKey && /^[?>1-4osct]$/.test(e.key) && !e.target.matches('input, select, textarea');
    if (finds) e.preventDefault();
    if (!finds && !letter) return;
    waiting.push(() => document.body.dispatchEvent(new KeyboardEvent('keydown', e)));
    say();
  });
  hear('change', (e) => { if (e.target === input()) say(); });
  for (const type of ['dragenter', 'dragover']) hear(type, (e) => e.preventDefault());
  hear('drop', (e) => {
    e.preventDefault();
    take(...e.dataTransfer.files);
  });
  hear('paste', (e) => {
    if (e.target.closest('input, select, textarea')) return;
    const text = e.clipboardData.getData('text');
    if (e.clipboardData.files.length) take(...e.clipboardData.files);
    else if (text.trim()) take(new File([text.endsWith('\n') ? text : text + '\n'], 'pasted.txt'));
  });

  self.shadowtimeEarly = () => {
    over.abort();
    for (const act of waiting) act();
    if (input().files.length) input().dispatchEvent(new Event('change'));
  };
})();
