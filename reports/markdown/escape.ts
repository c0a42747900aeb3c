import { printableLine } from '../wording/printable.ts';

/** Text of a target's in Markdown: nothing in it is markup. */
export const escaped = (text: string): string =>
  printableLine(text)
    .replace(/[\\`*_{}[\]()#+.!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
