import type { Attachment } from 'allure-js-commons';
import type { Drawing } from '#traffic/charts';
import { element, xmlText } from '../junit/xml.ts';
import type { Reported, ReportFile } from '../report.ts';
import type { Argument } from '../violation/argument.ts';
import { storyOf } from '../violation/steps.ts';
import { uuidOf } from './uuid.ts';

/** An image has no page whose style says what the colours are. */
const style =
  '--chart-text:#1c1c1e;--chart-soft:#5f5f66;--chart-line:#d5d5d8;--chart-plain:#3b5b7a;--chart-bad:#a61f1b;background:#fff;font-family:sans-serif';

/** What happened, as an image beside a failure; one call alone is told by its exchange. */
export const pictureOf = (
  { result: { target, startedAt, seed } }: Reported,
  argument: Argument,
): { readonly attachment: Attachment; readonly file: ReportFile } | undefined => {
  const chart = storyOf(argument, argument.row.id);
  if (chart === undefined) return undefined;
  const { row, violation } = argument;
  const source = `story-${uuidOf(`${target.name} ${startedAt} ${seed} ${row.id} ${row.violations.indexOf(violation)}`)}-attachment.svg`;
  const image = { xmlns: 'http://www.w3.org/2000/svg', width: 720, height: chart.height, style };
  return {
    attachment: { name: 'What happened', type: 'image/svg+xml', source },
    file: { path: `allure-results/${source}`, content: element('svg', image, ...chart.marks.map(written)) },
  };
};

const written = (part: Drawing | string): string =>
  typeof part === 'string' ? xmlText(part) : element(part.tag, part.attributes, ...part.children.map(written));
