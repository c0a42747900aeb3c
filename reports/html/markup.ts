import { printable } from '../wording/printable.ts';

/** HTML that may stand in a page as it is. Only `html` makes it from text, and that escapes. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Piece = string | number | Markup | undefined | readonly Piece[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const sourceOf = (piece: Piece): string => {
  if (piece === undefined) return '';
  if (piece instanceof Markup) return piece.source;
  if (typeof piece === 'object') return piece.map(sourceOf).join('');
  return printable(String(piece)).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
};

/** A template whose every value is escaped, unless it is markup already. */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(texts.map((text, index) => text + sourceOf(pieces[index])).join(''));

/** Prose of the register, in which backticks hold code. */
export const prose = (text: string): Markup => {
  const parts = text.split('`');
  // An odd number of backticks is a backtick, not code.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
};
