// For a hundred thousand targets: the rows are data, and a part of them is drawn at a time.
const rows = JSON.parse(document.getElementById('rows').textContent);
const words = JSON.parse(document.getElementById('words').textContent);
const form = document.querySelector('form');
const body = document.querySelector('tbody');
const more = document.getElementById('more');
const most = 200;
let shown = most;
const cell = (line, text) => {
  line.insertCell().textContent = text;
};
const linked = (text, href) => {
  if (href === undefined) return text;
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  return link;
};
const draw = () => {
  const wanted = new FormData(form);
  const text = form.elements.text.value.trim().toLowerCase();
  const fits = rows.filter(
    (row) =>
      (!wanted.get('verdict') || row[2] === wanted.get('verdict')) &&
      (!wanted.get('changed') || row[6]) &&
      (text === '' || row.join(' ').toLowerCase().includes(text)),
  );
  body.replaceChildren();
  for (const [name, suite, verdict, labels, failed, open, change, reason, file] of fits.slice(0, shown)) {
    const line = body.insertRow();
    const report = file === '' ? undefined : encodeURIComponent(name) + '/' + file;
    line.insertCell().append(linked(name, report));
    cell(line, suite);
    cell(line, words[verdict]);
    cell(line, change);
    const what = line.insertCell();
    // As the report names the first violation of each.
    const inReport = (anchor) => (file === 'report.html' ? report + '#' + encodeURIComponent(anchor) : report);
    for (const id of failed) what.append(linked(id, inReport(id + ':1')), ' ');
    if (open > 0) what.append(linked(open + ' not exercised', inReport('not-exercised')), reason && ': ');
    what.append(reason);
    cell(line, labels);
  }
  form.querySelector('output').value =
    Math.min(shown, fits.length) + ' of ' + fits.length + ' shown, ' + rows.length + ' in all';
  more.hidden = fits.length <= shown;
};
form.addEventListener('input', () => {
  shown = most;
  draw();
});
form.addEventListener('submit', (event) => event.preventDefault());
more.addEventListener('click', () => {
  shown += most;
  draw();
});
draw();
