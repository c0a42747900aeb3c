import { printableLine } from '#reports/printable';
import type { SetUpCheck } from '../../doctor/set-up-check.ts';

const marks = { ok: '✓', hint: '!', failed: '✗' } as const;

export const setUpLine = ({ name, status, message, key }: SetUpCheck): string =>
  printableLine(`${marks[status]} ${name}: ${message}${key === undefined ? '' : ` (${key})`}`);
