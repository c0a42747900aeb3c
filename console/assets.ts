import { readFileSync } from 'node:fs';

const files = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/console.js': { name: 'console.js', type: 'text/javascript; charset=utf-8' },
  '/console.css': { name: 'console.css', type: 'text/css; charset=utf-8' },
} as const;

type ConsolePath = keyof typeof files;

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

const isConsolePath = (path: string): path is ConsolePath => Object.hasOwn(files, path);

const built = new URL('./built/', import.meta.url);

/** The console's page, each file read once; a sentence instead where it was not built. Undefined: not one of its paths. */
export const consolePage = (folder: URL = built): ((path: string) => Response | undefined) => {
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  return (path) => {
    if (!isConsolePath(path)) return undefined;
    const { name, type } = files[path];
    try {
      const bytes = read.get(path) ?? new Uint8Array(readFileSync(new URL(name, folder)));
      read.set(path, bytes);
      return new Response(bytes, { headers: { ...headers, 'content-type': type } });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      const text = 'The console is not built in this checkout. Run: npm run build:console\n';
      return new Response(text, { status: 503, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
    }
  };
};
