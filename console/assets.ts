import { readFileSync } from 'node:fs';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** Images of products are from elsewhere, so they are not shown: the page asks nobody but this origin. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** What is said of a page in a checkout where nobody built it. */
export const notBuilt = 'It is not built in this checkout';

const built = new URL('./built/', import.meta.url);
const documentation = new URL('../docs/built/', import.meta.url);

const ofThePage = ['index.html', 'console.js', 'console.css'];

/** Plain names only, so that no path leads out of the folder. */
const inDocs = /^\/docs\/(?:(?:[a-z0-9-]+\/)*[a-z0-9-]+\.(?:html|css|js|png|svg))?$/;

const assetAt = (path: string, folder: URL, docs: URL): Asset | undefined => {
  const own = path === '/' ? 'index.html' : path.slice(1);
  if (ofThePage.includes(own)) return asset(own, folder, 'npm run build:console');
  if (inDocs.test(path)) return asset(path.slice('/docs/'.length) || 'index.html', docs, 'npm run build:docs');
  return undefined;
};

type Asset = ReturnType<typeof asset>;

const asset = (name: string, folder: URL, builtBy: string) => ({
  file: new URL(name, folder),
  type: types[name.slice(name.lastIndexOf('.') + 1)] ?? '',
  /** How to build it, where it was not. */
  builtBy,
});

/** The console's page and the documentation, each file read once; undefined: not one of their paths. */
export const consolePage = (
  folder: URL = built,
  docs: URL = documentation,
): ((path: string) => Response | undefined) => {
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  return (path) => {
    const found = assetAt(path, folder, docs);
    if (found === undefined) return undefined;
    try {
      const bytes = read.get(path) ?? new Uint8Array(readFileSync(found.file));
      read.set(path, bytes);
      return new Response(bytes, { headers: { ...headers, 'content-type': found.type } });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // A page of the documentation that is not there, though others are.
      if (path.startsWith('/docs/') && path !== '/docs/') return undefined;
      const text = `${notBuilt}. Run: ${found.builtBy}\n`;
      return new Response(text, { status: 503, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
    }
  };
};
