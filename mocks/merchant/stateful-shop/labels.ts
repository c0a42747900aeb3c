import type { Labels } from '../inventory/assortment.ts';

const coded = (prefix: string) => (index: number) => `${prefix}.${index.toString(36)}`;
// Numbers of different lengths, where numeric and lexicographic order are opposites.
const numbered = (rank: number) => (index: number) => `${rank}${String(index).padStart(9, '0')}${'0'.repeat(3 - rank)}`;

/** ASCII ids with punctuation that Base64 turns into `+` and `/`, and mixed case; compared by UTF-16 unit. */
export const graniteLabels: Labels = {
  groups: [
    [coded('G')],
    ['A:', 'Z~', 'a?', '~>', '~~'].map(coded),
    [1, 2, 3].map(numbered),
    ['#1', '+2', '/3', '10', '9', '?', 'AB', 'aB', 'aa'].map(coded),
  ],
  // Single-variant products; every other one shares its id with the product.
  variantIds: (id, index) => [index % 2 === 0 ? id : `v/${id}`],
  parse: (id) => {
    const bare = id.replace(/^v\//u, '');
    const code = /\.([0-9a-z]+)$/u.exec(bare)?.[1];
    return code === undefined ? Number(bare.slice(1, 10)) : Number.parseInt(code, 36);
  },
  compareIds: (one, other) => (one < other ? -1 : one > other ? 1 : 0),
  delists: true,
};
