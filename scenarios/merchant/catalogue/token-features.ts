/** What can go wrong in reading a checkpoint, apart from what it says. */
export type Feature = 'padding' | 'plus' | 'slash' | 'colon' | 'punctuation' | 'non-ascii';

/** The features of a checkpoint that URL-encoding, Base64 or splitting at the colon can trip over; none: it is plain. */
export const featuresOf = (token: string, id: string): readonly Feature[] => [
  ...(token.includes('=') ? (['padding'] as const) : []),
  ...(token.includes('+') ? (['plus'] as const) : []),
  ...(token.includes('/') ? (['slash'] as const) : []),
  ...(id.includes(':') ? (['colon'] as const) : []),
  ...(/[ -~]/u.test(id.replace(/[\w.:-]/gu, '')) ? (['punctuation'] as const) : []),
  ...(/[^ -~]/u.test(id) ? (['non-ascii'] as const) : []),
];
