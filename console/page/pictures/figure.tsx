import { type ComponentChildren, h } from 'preact';
import { type Drawing, figureOf, type Picture } from '#traffic/pictures';
import { href, route } from '../route.ts';
import './figure.css';

interface FigureProps {
  readonly id: string;
  readonly picture: Picture;
  readonly run?: string | undefined;
}

/** A picture with its words and its table, as reports have it too. */
export const Figure = ({ id, picture, run }: FigureProps) => {
  const { view, query } = route.value;
  const around = view === 'traffic' ? query : new URLSearchParams(run === undefined ? {} : { run });
  return element(figureOf(picture, { id, linkTo: (n) => href('traffic', [String(n)], around) }));
};

const element = ({ tag, attributes, children }: Drawing): preact.VNode =>
  h(
    tag,
    attributes,
    ...children.map((child): ComponentChildren => (typeof child === 'string' ? child : element(child))),
  );
