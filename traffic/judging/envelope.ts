import type { Judgement } from '#schemas';
import { isObject, type JsonObject } from '../json.ts';

/** What every basket has, by which one is known that stands somewhere else. */
const basketMembers = ['id', 'price', 'products'] as const;

const isBasket = (value: unknown): value is JsonObject =>
  isObject(value) && basketMembers.every((name) => value[name] !== undefined);

/** Endpoints › Platform-hosted: the body is the basket. The member of the body that holds one instead. */
const envelopeOf = (body: unknown): string | undefined =>
  isObject(body) && basketMembers.every((name) => body[name] === undefined)
    ? Object.entries(body).find(([, value]) => isBasket(value))?.[0]
    : undefined;

/** Says with everything that is missing at the top of a body where the basket is. */
export const namingEnvelope = (judgements: readonly Judgement[], body: unknown): readonly Judgement[] => {
  const name = envelopeOf(body);
  if (name === undefined) return judgements;
  const where = ` The basket stands in its member ${JSON.stringify(name)}: send the basket itself as the body.`;
  return judgements.map((one) =>
    one.outcome.status === 'failed' && !(one.outcome.pointer ?? '').slice(1).includes('/')
      ? { ...one, outcome: { ...one.outcome, message: `${one.outcome.message}${where}` } }
      : one,
  );
};
