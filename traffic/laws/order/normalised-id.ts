/** What an id may be written like is not shown: one that is only written plainer is another text and perhaps no other id. */
export const isNormalised = (sent: string, other: string): boolean =>
  normal(sent) !== sent && normal(other) === normal(sent);

const normal = (id: string): string => id.normalize('NFKC').trim().toLowerCase();
