// Filters and copying. Everything can be read without it.
const form = document.querySelector('form');
if (form) {
  const rows = [...document.querySelectorAll('tr[data-status]')];
  const groups = [...document.querySelectorAll('tbody[data-area]')];
  const shown = form.querySelector('output');
  const apply = () => {
    const wanted = new FormData(form);
    const text = form.elements.text.value.trim().toLowerCase();
    let count = 0;
    for (const row of rows) {
      const fits =
        (!wanted.get('status') || row.dataset.status === wanted.get('status')) &&
        (!wanted.get('area') || row.dataset.area === wanted.get('area')) &&
        row.textContent.toLowerCase().includes(text);
      row.hidden = !fits;
      if (fits) count += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector('tr[data-status]:not([hidden])');
    shown.value = count + ' of ' + rows.length;
  };
  form.hidden = false;
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  // A link into a filtered-out row would lead nowhere.
  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.hidden) {
      form.reset();
      apply();
      target.scrollIntoView();
    }
  });
  apply();
}
// The console has the documentation; beside a file there is none.
if (location.pathname.startsWith('/certification/runs/'))
  for (const link of document.querySelectorAll('a.docs')) {
    link.href = link.dataset.docs;
    link.hidden = false;
  }
for (const box of document.querySelectorAll('.command')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy: ' + box.dataset.what);
  button.addEventListener('click', async () => {
    const pre = box.querySelector('pre');
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1600);
  });
  box.append(button);
}
