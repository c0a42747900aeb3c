import { styleText } from 'node:util';
import type { Status, Verdict } from '../wording/statuses.ts';

/** Puts colour, or nothing, around a piece of terminal text. */
export type Ink = (style: Style, text: string) => string;
type Style = 'strong' | 'quiet' | 'bad' | 'good' | 'doubt' | 'mark';

const formats = {
  strong: 'bold',
  quiet: 'dim',
  bad: 'red',
  good: 'green',
  doubt: 'yellow',
  mark: 'inverse',
} as const;

export const inkFor =
  (colour: boolean): Ink =>
  (style, text) =>
    // Unvalidated, since whether to colour is the caller's decision and not that of this process's stdout.
    colour && text !== '' ? styleText(formats[style], text, { validateStream: false }) : text;

export const tones = {
  failed: 'bad',
  warning: 'doubt',
  'not-exercised': 'doubt',
  'expected-failure': 'quiet',
  passed: 'good',
  filtered: 'quiet',
  'not-scored': 'quiet',
  'not-applicable': 'quiet',
} as const satisfies Readonly<Record<Status, Style>>;

export const verdictTones = {
  conformant: 'good',
  'non-conformant': 'bad',
  incomplete: 'doubt',
  'not-judged': 'doubt',
  'harness-error': 'bad',
} as const satisfies Readonly<Record<Verdict, Style>>;
