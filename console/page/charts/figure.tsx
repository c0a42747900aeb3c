import { type ComponentChildren, h } from 'preact';
import { type Drawing, figureOf, type Chart } from '#traffic/charts';
import { href, route } from '../route.ts';
import '../charts/figure.css';

interface FigureProps {
  readonly id: string;
  readonly chart: Chart;
  readonly run?: string | undefined;
}

/** A chart with its words and its table, as reports have it too. */
export const Figure = ({ id, chart, run }: FigureProps) => {
  const { view, query } = route.value;
  const around = view === 'traffic' ? query : new URLSearchParams(run === undefined ? {} : { run });
  return element(figureOf(chart, { id, linkTo: (n) => href('traffic', [String(n)], around) }));
};

const element = ({ tag, attributes, children }: Drawing): preact.VNode =>
  h(
    tag,
    attributes,
    ...children.map((child): ComponentChildren => (typeof child === 'string' ? child : element(child))),
  );
