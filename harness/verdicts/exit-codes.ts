/** What the process ends with. The first five never come with a stack trace. */
export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  notJudged: 3,
  incomplete: 4,
  harnessError: 5,
  interrupted: 130,
} as const;
