import type { Drawing } from '#traffic/charts';
import { html, Markup } from './markup.ts';

/** A drawing as it stands in the page. What it is made of is ours, what it says may be a target's. */
export const drawn = ({ tag, attributes, children }: Drawing): Markup => {
  const name = new Markup(tag);
  const given = Object.entries(attributes).map(([key, value]) => html` ${new Markup(key)}="${value}"`);
  return html`<${name}${given}>${children.map((child) => (typeof child === 'string' ? child : drawn(child)))}</${name}>`;
};
