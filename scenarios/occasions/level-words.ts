/** For people: each level of a table in words. */
export const levelsInWords = (
  what: string,
  table: Readonly<Record<string, Readonly<Record<string, { readonly words: string }>>>>,
) =>
  Object.entries(table).map(([factor, levels]) => ({
    id: `${what} ${factor}`,
    levels: Object.values(levels).map(({ words }) => words),
  }));
