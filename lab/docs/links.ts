import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Links of the built site that lead nowhere, and whatever it would load from elsewhere. */
export const deadLinks = (site: string): readonly string[] => {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  const texts = new Map(pages.map((path) => [join(site, path), readFileSync(join(site, path), 'utf8')] as const));
  const idsOf = new Map(
    [...texts].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/<(\w+)[^>]* (?:href|src)="([^"]*)"/g)].flatMap(([, element = '', given = '']) => {
      const at = `${relative(site, path)}: ${given}`;
      if (/^[a-z]+:/.test(given))
        return element === 'a' || given.startsWith('data:') ? [] : [`${at} is loaded from elsewhere`];
      const [file = '', hash] = given.replaceAll('&amp;', '&').split('#');
      const to = file === '' ? path : join(dirname(path), decodeURIComponent(file));
      if (!existsSync(to)) return [`${at} is not there`];
      return hash === undefined || idsOf.get(to)?.has(decodeURIComponent(hash)) === true
        ? []
        : [`${at}: there is no such part`];
    }),
  );
};
