import { relative } from './page.ts';

const navigation: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Begin',
    [
      ['Overview', 'index'],
      ['Certify a shop', 'tutorials/shop'],
      ['Certify a till', 'tutorials/till'],
      ['Develop a shop', 'tutorials/develop-shop'],
      ['Develop a till', 'tutorials/develop-till'],
      ['Gate a release', 'tutorials/ci'],
      ['Without Node', 'tutorials/without-node'],
      ['Certificates', 'tutorials/registry'],
    ],
  ],
  [
    'Look up',
    [
      ['Requirements', 'requirements/index'],
      ['Configuration', 'configuration'],
      ['Triggers', 'triggers'],
      ['Signatures', 'signatures'],
      ['Assumptions', 'assumptions'],
      ['Mock platform', 'platform'],
      ['Reports and exit codes', 'reports'],
      ['Judge traffic', 'traffic'],
      ['In containers', 'containers'],
      ['Certify many', 'fleet'],
      ['When something goes wrong', 'faq'],
    ],
  ],
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The pages as Markdown, for whoever reads no HTML (llmstxt.org). */
export const llmsText = (description: string): string =>
  [
    `# conformance\n\n> ${description}`,
    ...navigation.map(
      ([name, pages]) => `## ${name}\n\n${pages.map(([words, page]) => `- [${words}](${page}.md)`).join('\n')}`,
    ),
  ].join('\n\n') + '\n';

/** A page around what was made of its Markdown; `at` is its address without ending. */
export const layout = (at: string, body: string, version: string): string => {
  const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? at;
  const to = (page: string): string => relative(at, page);
  const isHere = (page: string): boolean =>
    page === at || (page === 'requirements/index' && at.startsWith('requirements/'));
  const groups = navigation.map(
    ([name, pages]) =>
      `<h2>${escaped(name)}</h2>\n<ul>\n${pages
        .map(
          ([words, page]) =>
            `<li><a href="${to(page)}.html"${isHere(page) ? ' aria-current="page"' : ''}>${escaped(words)}</a></li>`,
        )
        .join('\n')}\n</ul>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title} · conformance</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('style.css')}">
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header><a href="${to('index.html')}">conformance</a> <span>${escaped(version)}</span>
<form role="search" hidden><label for="search">Search</label> <input id="search" name="text" type="search" autocomplete="off">
<output aria-live="polite"></output><ul></ul></form></header>
<nav aria-label="Pages">
${groups.join('\n')}
</nav>
<main id="content" tabindex="-1">
${scrollable(body)}
</main>
<script src="${to('page.js')}"></script>
</body>
</html>
`;
};

/** Wide tables and commands scroll by themselves, by keyboard too. */
const scrollable = (body: string): string =>
  body
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<th></th>', '<td></td>');
