// The experiments: frames that are asked as docs/embed.html says. One that needs
// the program starts when its first question is asked.
'use strict';
for (const place of document.querySelectorAll('.experiment')) {
  const frame = place.querySelector('iframe');
  const answer = place.querySelector('.answer');
  const buttons = [...place.querySelectorAll('button')];
  const lab = new URL(frame.dataset.src || frame.src, location.href).origin;
  const to = lab === 'null' ? '*' : lab;
  const tell = (m) => frame.contentWindow.postMessage({shadowtime: 1, ...m}, to);
  let ready = false;
  let wanted = null;
  let asked = null; // what was pressed last

  frame.addEventListener('load', () => { if (frame.hasAttribute('src')) tell({type: 'hello'}); });
  if (frame.hasAttribute('src')) tell({type: 'hello'}); // it may have been loaded before this ran

  const ask = () => {
    if (!ready || wanted === null) return;
    tell({type: 'ask', query: wanted, run: true});
    wanted = null;
  };
  for (const b of buttons) {
    b.addEventListener('click', () => {
      wanted = asked = b.dataset.ask;
      answer.textContent = ready ? 'Computing on your machine.' : 'Starting the laboratory.';
      if (!frame.hasAttribute('src')) frame.src = frame.dataset.src;
      ask();
    });
  }
  // The frame for another page: with the question that was pressed last.
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'quiet';
  copy.textContent = 'Copy the frame';
  copy.addEventListener('click', async () => {
    const url = new URL(frame.dataset.src || frame.getAttribute('src'), location.href);
    new URLSearchParams(asked || '').forEach((value, key) => url.searchParams.set(key, value));
    const html = `<iframe src="${url.href.replaceAll('&', '&amp;')}" title="${frame.title}" width="100%" height="640" style="border:0" loading="lazy"></iframe>`;
    try {
      await navigator.clipboard.writeText(html);
      copy.textContent = 'Frame copied';
    } catch { // not allowed here: it stands to be copied by hand
      const text = document.createElement('textarea');
      text.readOnly = true;
      text.value = html;
      copy.replaceWith(text);
      text.select();
    }
  });
  let tools = place.querySelector('.tools');
  if (!tools) {
    tools = document.createElement('p');
    tools.className = 'tools';
    place.append(tools);
  }
  tools.append(copy);

  addEventListener('message', (e) => {
    const m = e.data;
    if (e.source !== frame.contentWindow || e.origin !== lab || !m || m.shadowtime !== 1) return;
    if (m.type === 'height') frame.style.height = m.height + 'px';
    if (m.type === 'ready') { ready = true; ask(); }
    if (m.type === 'state') for (const b of buttons) b.disabled = m.state === 'running' || m.state === 'reading';
    if (m.type === 'done' && answer) answer.textContent = m.result ? 'Your machine found: ' + m.result.said : 'Your own log is answered below; nothing of it left the frame.';
    if (m.type === 'error' && answer) answer.textContent = m.message;
  });
}
