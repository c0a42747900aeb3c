import type { Labels } from '../inventory/assortment.ts';

/** Code-point order, as a database with a binary UTF-8 collation sorts: astral characters after the whole BMP. */
const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const coded = (prefix: string) => (index: number) => `${prefix}-${index.toString(36)}`;

/** Ids in several scripts; twelve share one updatedAt, so that ties run across the border of a page of seven. */
export const willowLabels: Labels = {
  groups: [
    ['A', 'Zażółć gęślą jaźń', 'a', 'ź:ó', 'ż', 'Ω', 'あ', '東京', '｡', 'ﾟ', '😀', '🛒👜'].map(coded),
    ['wierzba', 'łozina'].map(coded),
    ['~'].map(coded),
  ],
  variantIds: (id, index) => (index % 3 === 0 ? [`${id}/S`, `${id}/XL`] : [`${id}/•`]),
  parse: (id) => Number.parseInt(/-([0-9a-z]+)(\/[^/]*)?$/u.exec(id)?.[1] ?? '', 36),
  compareIds: byCodePoint,
  delists: false,
};
