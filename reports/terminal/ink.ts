import { styleText } from 'node:util';

/** Puts colour, or nothing, around a piece of terminal text. */
export type Ink = (style: Style, text: string) => string;
type Style = keyof typeof formats;

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
