import type { Attachment } from 'allure-js-commons';
import type { Drawing } from '#traffic/charts';
import { element, xmlText } from '../junit/xml.ts';
import type { Reported } from '../report.ts';
import { type Argument, argumentsOf } from '../violation/argument.ts';
import { storiesOf } from '../violation/stories.ts';
import { statusOrder } from '../wording/statuses.ts';
import { uuidOf } from './uuid.ts';

/** An image has no page whose style says what the colours are. */
const style =
  '--chart-text:#1c1c1e;--chart-soft:#5f5f66;--chart-line:#d5d5d8;--chart-plain:#3b5b7a;--chart-good:#1c6b3c;--chart-bad:#a61f1b;background:#fff;font-family:sans-serif';

/** What happened, as images beside a failure. */
export const pictureAttachments = (reported: Reported, argument: Argument): Attachment[] =>
  storiesOf(argument, argument.row.id).map(({ title }, index) => ({
    name: title,
    type: 'image/svg+xml',
    source: sourceOf(reported, argument, index),
  }));

/** All of a run, by the sources of their attachments. */
export const picturesOf = (reported: Reported): ReadonlyMap<string, string> =>
  new Map(
    argumentsOf(reported, ...statusOrder).flatMap((argument) =>
      storiesOf(argument, argument.row.id).map(({ height, marks }, index) => {
        const image = { xmlns: 'http://www.w3.org/2000/svg', width: 720, height, style };
        return [sourceOf(reported, argument, index), element('svg', image, ...marks.map(written))];
      }),
    ),
  );

const sourceOf = (
  { result: { target, startedAt, seed } }: Reported,
  { row, violation }: Argument,
  index: number,
): string =>
  `story-${uuidOf(`${target.name} ${startedAt} ${seed} ${row.id} ${row.violations.indexOf(violation)} ${index}`)}-attachment.svg`;

const written = (part: Drawing | string): string =>
  typeof part === 'string' ? xmlText(part) : element(part.tag, part.attributes, ...part.children.map(written));
