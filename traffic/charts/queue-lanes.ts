import { across, type Drawing, element, failureAt, ink, level, upright, wide, words } from './drawing.ts';
import type { Chart } from './figure.ts';
import {
  beganAt,
  endedAt,
  heldMs,
  heldSpans,
  type Lane,
  type Message,
  messagesOf,
  type QueueMoment,
} from './queue-messages.ts';
import { counted, spokenMs } from './spoken.ts';
import { shareOf, type Span, timeAxis } from './time-axis.ts';

export interface LanesOptions {
  readonly title: string;
  /** Where what is open has come to. */
  readonly until?: number;
  readonly mostGroups?: number;
  readonly mostMessages?: number;
  /** After so long without a deletion a message is visible again, where nobody tells of it. */
  readonly visibilityMs?: number;
  /** The exchange in which something is wrong. */
  readonly wrong?: number | undefined;
}

const barHeight = 9;
const barStep = 14;
const headHeight = 20;
const gap = 8;
const markHeight = 14;

/** The lanes that are drawn, and how long each message in them was held back. */
const arranged = (moments: Iterable<QueueMoment>, options: Omit<LanesOptions, 'title'>) => {
  const { mostGroups = 8, mostMessages = 8, visibilityMs = Number.POSITIVE_INFINITY } = options;
  const all = [...Map.groupBy(messagesOf(moments), ({ group }) => group)];
  // Those in which something can be held back say most.
  const chosen = all.toSorted(([, one], [, other]) => other.length - one.length).slice(0, mostGroups);
  const lanes = chosen.map(([group, messages]): Lane => ({ group, messages: messages.slice(-mostMessages) }));
  const drawn = lanes.flatMap(({ messages }) => messages);
  const from = Math.min(...drawn.map(beganAt));
  const ends = drawn.flatMap(({ flights, results, deletedAt }) => [
    ...results.map(({ at }) => at),
    ...(deletedAt === undefined ? [] : [deletedAt]),
    ...flights.flatMap(({ from: start, to }) => [start, to ?? start]),
  ]);
  const until = options.until ?? Math.max(from, ...ends);
  for (const flight of drawn.flatMap(({ flights }) => flights)) {
    const visibleAt = flight.from + visibilityMs;
    if (visibleAt < (flight.to ?? until)) flight.to = visibleAt;
  }
  const held = lanes.flatMap((lane) => lane.messages.map((message) => ({ message, ms: heldMs(message, lane, until) })));
  return { all, lanes, drawn, from, until, longest: held.toSorted((one, other) => other.ms - one.ms)[0] };
};

/** How long a message waited at most while another of its group was in flight. */
export const longestHoldBackMs = (moments: Iterable<QueueMoment>, options: Omit<LanesOptions, 'title'>): number =>
  arranged(moments, options).longest?.ms ?? 0;

/** The groups of a queue as lanes: what waited, what was in flight, what held back what. */
export const queueLanes = (moments: readonly QueueMoment[], options: LanesOptions): Chart | undefined => {
  const { title } = options;
  const { all, lanes, drawn, from, until, longest } = arranged(moments, options);
  if (drawn.length === 0) return undefined;
  const span = { from, to: Math.max(from + 1, ...drawn.map((message) => endedAt(message, until))) };
  const left = all.reduce((sum, [, messages]) => sum + messages.length, 0) - drawn.length;
  const wrongAt = moments.find(({ exchange }) => exchange !== undefined && exchange === options.wrong)?.at;
  const tops: number[] = [];
  const height = lanes.reduce(
    (top, { messages }) => {
      tops.push(top);
      return top + headHeight + messages.length * barStep + gap;
    },
    wrongAt === undefined ? 0 : markHeight,
  );
  const again = drawn.filter(({ flights }) => flights.length > 1).length;
  return {
    title,
    summary: [
      `${counted(drawn.length, 'message')} of ${counted(lanes.length, 'group')} in ${spokenMs(span.to - span.from)}.`,
      longest !== undefined && longest.ms >= 1
        ? `The longest hold-back is ${spokenMs(longest.ms)}, of ${longest.message.name || longest.message.id}.`
        : drawn.every(({ sentAt }) => sentAt === undefined)
          ? 'When each was queued is not known here.'
          : 'None was held back by its group.',
      again > 0 ? `${again} delivered more than once.` : '',
      left > 0 ? `${counted(left, 'more message')} not drawn.` : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    height: height + 20,
    marks: [
      ...timeAxis(span, height),
      ...lanes.map((lane, index) =>
        element('g', { transform: `translate(0 ${tops[index] ?? 0})` }, ...laneOf(lane, span, until)),
      ),
      ...(wrongAt === undefined ? [] : failureAt(shareOf(span, wrongAt), height, '✗ here')),
    ],
    legend:
      'One bar a message, below the name of its group. Thin: waiting. Outlined and dashed: held back, while another of the group was in flight. Filled: in flight. Dot: result accepted. ✗: result refused. Upright end: deleted.',
    columns: [
      'Message',
      'Kind',
      'Group',
      'Deliveries',
      'Waited',
      'Held back',
      'Until the result',
      'Until deleted',
      'Received in',
    ],
    rows: lanes.flatMap((lane) =>
      lane.messages.map((message) => {
        const { id, name, group, flights, results, sentAt, deletedAt, exchange } = message;
        const accepted = results.find(({ isAccepted }) => isAccepted);
        const [flight] = flights;
        return [
          id,
          name,
          group,
          String(flights.length),
          sentAt === undefined ? 'not known' : spokenMs((flight?.from ?? until) - sentAt),
          sentAt === undefined ? 'not known' : spokenMs(heldMs(message, lane, until)),
          accepted === undefined ? 'no result' : spokenMs(accepted.at - (flight?.from ?? accepted.at)),
          deletedAt === undefined ? 'not deleted' : spokenMs(deletedAt - (flight?.from ?? deletedAt)),
          exchange === undefined ? '' : { exchange },
        ];
      }),
    ),
  };
};

const laneOf = (lane: Lane, span: Span, until: number): readonly Drawing[] => [
  words(across(0), 13, laneName(lane), { bold: true }),
  ...lane.messages.flatMap((message, index) => barsOf(message, lane, span, until, headHeight + index * barStep)),
];

const barsOf = (message: Message, lane: Lane, span: Span, until: number, y: number): readonly Drawing[] => {
  const { sentAt, flights, results, deletedAt } = message;
  const share = (at: number): number => shareOf(span, at);
  const received = flights[0]?.from ?? until;
  const bar = (from: number, to: number, look: Drawing['attributes']): Drawing =>
    element('rect', { x: across(share(from)), width: wide(share(from), share(to)), y, height: barHeight, ...look });
  const held = heldSpans(message, lane, until);
  return [
    ...(sentAt === undefined ? [] : [level(share(sentAt), share(received), y + barHeight / 2, ink.soft, { width: 2 })]),
    ...held.map(({ from, to }) =>
      bar(from, to, { fill: 'none', stroke: ink.text, 'stroke-width': 1, 'stroke-dasharray': '3 2' }),
    ),
    ...flights.flatMap(({ from, to = until }) => [
      bar(from, to, { fill: ink.plain }),
      // However short it was, that it was there is seen.
      upright(across(share(from)), y, y + barHeight, ink.plain, { width: 2 }),
    ]),
    ...results.map(({ at, isAccepted }) =>
      isAccepted
        ? element('circle', { cx: across(share(at)), cy: y + barHeight / 2, r: 4, fill: ink.good, stroke: ink.text })
        : words(across(share(at)), y + barHeight, '✗', { anchor: 'middle', fill: ink.bad, bold: true }),
    ),
    ...(deletedAt === undefined ? [] : [upright(across(share(deletedAt)), y - 2, y + barHeight + 2, ink.text)]),
  ];
};

/** With the kind of its messages, where they have one. */
const laneName = ({ group, messages }: Lane): string => {
  const [kind, ...others] = new Set(messages.map(({ name }) => name));
  const name = group === '' ? 'group not known' : shortened(group);
  return kind === undefined || kind === '' || others.length > 0 ? name : `${name} · ${kind}`;
};

const shortened = (text: string): string => (text.length <= 42 ? text : `${text.slice(0, 41)}…`);
