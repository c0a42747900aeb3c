import { parseTimestamp } from '#schemas';
import { readByText } from '../../retention/recent.ts';
import { shortened } from '../../retention/shortened.ts';

/** A line of a table or of a bill. Its shape is not finalised, so each of these is read wherever it may stand. */
export type Line = ReturnType<typeof readLines>[number];

export type Lines = ReadonlyMap<string, Line>;

/** The lines that have an identifier. */
export const readLines = (shown: unknown) => (Array.isArray(shown) ? shown : []).flatMap(readLine);

const readLine = readByText((line) => {
  const lineId = lineIdOf(line);
  if (lineId === undefined) return [];
  const { lineId: own, posLineId = own } = Object(line);
  const kind = lineKind(line);
  const numbers = minorUnitsIn(kind);
  return [
    {
      lineId,
      /** The identifier has a name that cannot mean anything else. */
      isNamed: [own, posLineId].some((one) => String(one) === lineId) && lineId.length <= longestId,
      /** As it was shown, or its digest. */
      text: shortened(JSON.stringify(line)),
      /** Without its identifier and times: lines that are alike have the same. */
      kind: shortened(kind),
      numbers: shortened(numbers.join(' ')),
      /** The largest of its numbers in minor units: mostly what it costs. */
      cost: Math.max(-1, ...numbers),
      texts: textsIn(line).flatMap((text) => (text === lineId ? [] : shortened(text))) as readonly string[],
    },
  ];
});

const longestId = 100;

/** Undefined where there are none, or one has no identifier or shares it with another. */
export const linesById = (shown: unknown, lines = readLines(shown)): Lines | undefined => {
  const byId = new Map(lines.map((line) => [line.lineId, line]));
  return Array.isArray(shown) && shown.length > 0 && byId.size === shown.length ? byId : undefined;
};

export const costOf = (lines: Iterable<Line>): number => [...lines].reduce((sum, { cost }) => sum + cost, 0);

/** The lines of these that the others lack. */
export const missingIn = (lines: Lines, other: Lines): readonly Line[] =>
  [...lines.values()].filter(({ lineId }) => !other.has(lineId));

/** All of the others, at what they cost there. */
export const hasAllOf = (lines: Lines, others: Lines): boolean =>
  [...others.values()].every(({ lineId, cost }) => lines.get(lineId)?.cost === cost);

/** Those that are shown otherwise than before, or were not there. */
export const changedSince = (before: Lines, now: Lines): readonly Line[] =>
  [...now.values()].filter(({ lineId, kind }) => before.get(lineId)?.kind !== kind);

/** What may be the state of anything. */
const stateLike = /^[A-Z_]+$/u;

/** Of other things, as far as words and figures tell: all that they have in common may be their state. */
export const isAnotherThing = (one: Line, other: Line): boolean => {
  const common = one.texts.filter((text) => other.texts.includes(text));
  const isUnlike = [one, other].every(({ texts }) => texts.some((text) => !common.includes(text)));
  return isUnlike && one.numbers !== other.numbers && common.every((text) => stateLike.test(text));
};

/** What each line says that not all of them do. */
export const tellingTexts = (lines: Lines): ((line: Line) => readonly string[]) => {
  const times = new Map<string, number>();
  for (const { texts } of lines.values())
    for (const text of new Set(texts)) times.set(text, (times.get(text) ?? 0) + 1);
  return ({ texts }) => texts.filter((text) => times.get(text) !== lines.size);
};

/** Where a line may carry its identifier; the shape of a line is not finalised. */
const idKeys = ['lineId', 'posLineId', 'id', 'uid', 'uuid'];

/** As it stands on the line. */
export const writtenLineId = (line: unknown): string | number | undefined =>
  idKeys
    .map((key): unknown => Object(line)[key])
    .find((value) => typeof value === 'string' || typeof value === 'number');

export const lineIdOf = (line: unknown): string | undefined => {
  const id = writtenLineId(line);
  return id === undefined ? undefined : String(id);
};

/** Lines that are alike have the same. In the digits of an identifier, and of a time, is no amount, either. */
export const lineKind = (line: unknown): string => {
  const lineId = lineIdOf(line);
  return JSON.stringify(line, (_, value: unknown) =>
    String(value) === lineId || (typeof value === 'string' && parseTimestamp(value) !== undefined) ? '' : value,
  );
};

/** The texts in a line, whatever they are called. */
export const textsIn = (line: unknown): readonly string[] =>
  typeof line === 'object' && line !== null
    ? Object.values(line).flatMap((value: unknown) => (typeof value === 'string' ? [value] : []))
    : [];

/** Every number in a value whose shape is not shown, in minor units: amounts may be written in whole ones. */
export const minorUnitsIn = (value: unknown): readonly number[] =>
  (JSON.stringify(value ?? {}).match(/\d+(?:\.\d+)?/gu) ?? []).map((text) =>
    text.includes('.') ? Math.round(Number(text) * 100) : Number(text),
  );

/** The largest of them, which is mostly what something costs or comes to; -1 where there is none. */
export const largestIn = (amounts: unknown): number => Math.max(-1, ...minorUnitsIn(amounts));

/** What we made up ourselves, which stands nowhere by chance. */
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/giu;

/** The ids that stand anywhere among the payments of a snapshot: the shape of one is not shown. */
export const paymentIdsIn = (payments: unknown): readonly string[] => JSON.stringify(payments ?? []).match(uuid) ?? [];
