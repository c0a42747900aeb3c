// A search over all pages and a button that copies a command. Everything can be read without it.
const here = document.currentScript.src;
const most = 12;

const search = document.querySelector('form[role="search"]');
const found = search.querySelector('ul');
const said = search.querySelector('output');

/** The index is a script of its own, so that it is loaded from a disk too, and only by who searches. */
let index;
const loaded = () =>
  (index ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = new URL('search-index.js', here).href;
    script.addEventListener('load', () => resolve(globalThis.searchIndex));
    document.head.append(script);
  }));

const show = async () => {
  const words = search.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    found.replaceChildren();
    said.value = '';
    return;
  }
  const pages = await loaded();
  const rank = ({ title }) => words.filter((word) => title.toLowerCase().includes(word)).length;
  const matching = pages
    .filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
    .sort((one, other) => rank(other) - rank(one));
  said.value =
    matching.length === 0 ? 'No page has all of these words.' : `${matching.length} of ${pages.length} pages`;
  found.replaceChildren(
    ...matching.slice(0, most).map(({ at, title, text }) => {
      const [link, about, item] = ['a', 'span', 'li'].map((name) => document.createElement(name));
      link.href = new URL(`${at}.html`, here).href;
      link.textContent = title;
      const from = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
      const shown = text.slice(from, from + 140);
      about.textContent = from === 0 ? shown : `… ${shown.replace(/^\S*\s/u, '')}`;
      item.append(link, about);
      return item;
    }),
  );
};
search.hidden = false;
search.addEventListener('input', () => void show());
search.addEventListener('submit', (event) => {
  event.preventDefault();
  const [first] = found.querySelectorAll('a');
  if (first) location.href = first.href;
});

for (const pre of document.querySelectorAll('main pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent.trimEnd());
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1600);
  });
  const box = document.createElement('div');
  box.className = 'copied';
  pre.replaceWith(box);
  box.append(pre, button);
}
