import type { Attachment } from 'allure-js-commons';
import type { Drawing } from '#traffic/charts';
import { element, xmlText } from '../junit/xml.ts';
import type { Reported } from '../report.ts';
import { type Argument, argumentsOf } from '../violation/argument.ts';
import { stepsOf, storyOf } from '../violation/steps.ts';
import { statusOrder } from '../wording/statuses.ts';
import { uuidOf } from './uuid.ts';

/** An image has no page whose style says what the colours are. */
const style =
  '--chart-text:#1c1c1e;--chart-soft:#5f5f66;--chart-line:#d5d5d8;--chart-plain:#3b5b7a;--chart-bad:#a61f1b;background:#fff;font-family:sans-serif';

/** What happened, as an image beside a failure; undefined: one call alone is told by its exchange. */
export const pictureAttachment = (reported: Reported, argument: Argument): Attachment | undefined =>
  stepsOf(argument).length < 2
    ? undefined
    : { name: 'What happened', type: 'image/svg+xml', source: sourceOf(reported, argument) };

/** All of a run, by the sources of their attachments. */
export const picturesOf = (reported: Reported): ReadonlyMap<string, string> =>
  new Map(
    argumentsOf(reported, ...statusOrder).flatMap((argument) => {
      const chart = storyOf(argument, argument.row.id);
      if (chart === undefined) return [];
      const image = { xmlns: 'http://www.w3.org/2000/svg', width: 720, height: chart.height, style };
      return [[sourceOf(reported, argument), element('svg', image, ...chart.marks.map(written))]];
    }),
  );

const sourceOf = ({ result: { target, startedAt, seed } }: Reported, { row, violation }: Argument): string =>
  `story-${uuidOf(`${target.name} ${startedAt} ${seed} ${row.id} ${row.violations.indexOf(violation)}`)}-attachment.svg`;

const written = (part: Drawing | string): string =>
  typeof part === 'string' ? xmlText(part) : element(part.tag, part.attributes, ...part.children.map(written));
