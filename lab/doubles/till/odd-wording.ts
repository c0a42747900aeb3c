import { isObject, type Json, type JsonObject, objectsIn, textIn } from '#mocks/json';
import type { TillDecorator } from '#mocks/pos/faults/pos-fault';
import { onCall, onPayload } from '#mocks/pos/faults/decorators';
import { all, onSnapshots } from './odd-decorators.ts';

type Change = (value: Json) => Json | undefined;

/** Each value in it; where the change is undefined, the values inside. */
const mapped = (value: Json, to: Change): Json => {
  const own = to(value);
  if (own !== undefined) return own;
  if (Array.isArray(value)) return value.map((one) => mapped(one, to));
  return isObject(value) ? membersMapped(value, to) : value;
};

const membersMapped = (value: JsonObject, to: Change): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, mapped(one, to)]])),
  );

/** In all results, and in events unless told. */
const onSaid = (
  change: (body: Json) => Json,
  kinds: readonly ('callback' | 'event')[] = ['callback', 'event'],
): TillDecorator =>
  all(
    ...kinds.map((kind) =>
      onCall(kind, () => (call, transmit) => {
        const { body } = call;
        return transmit(body === undefined ? call : { ...call, body: change(body) });
      }),
    ),
  );

const isMoment = (value: Json): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/u.test(value);

const shifted =
  (byMs: number) =>
  (body: Json): Json =>
    mapped(body, (value) => (isMoment(value) ? new Date(Date.parse(value) + byMs).toISOString() : undefined));

const isMoney = (value: Json): value is JsonObject => isObject(value) && 'value' in value && 'currency' in value;

const converted =
  (to: (value: number) => number, currency: string) =>
  (body: Json): Json =>
    mapped(body, (value) => (isMoney(value) ? { value: to(Number(value['value'])), currency } : undefined));

const slowMs = 240_000;
const rupiahs = 100_000;
const inZloty = converted((value) => value / rupiahs, 'PLN');

const money = (value: number): JsonObject => ({ value, currency: 'PLN' });

const option = (id: string, price: number): JsonObject => ({
  id,
  listingId: id,
  name: 'Sos',
  price: money(price),
  optionGroups: [],
});

const isSettled = ({ paid = false, settled = false }: JsonObject): boolean => paid === true || settled === true;
const nameOf = ({ name, label }: JsonObject): string => textIn(name ?? label);

/** How a till may write what it says. */
export const oddWording = {
  'says more than is agreed': onSaid((body) => {
    const more = (value: Json): Json | undefined =>
      isObject(value) ? { ...membersMapped(value, more), _revision: 7, ext: { note: null, tags: [] } } : undefined;
    return mapped(body, more);
  }),
  'writes times far away and with nanoseconds': onSaid((body) =>
    mapped(body, (value) =>
      isMoment(value)
        ? `${new Date(Date.parse(value) - 34_200_000).toISOString().slice(0, -1)}000000-09:30`
        : undefined,
    ),
  ),
  'has a clock that is four minutes slow': all(
    onSaid(shifted(-slowMs), ['callback']),
    onPayload('BillPreparationRequested', shifted(slowMs)),
    onPayload('ProductListingsSyncRequested', shifted(slowMs)),
  ),
  // Of a till that writes amounts as objects.
  'counts in rupiahs': all(
    onPayload('OrderSubmissionRequested', inZloty),
    onPayload('BillPaymentCompleted', inZloty),
    onSaid(converted((value) => value * rupiahs, 'IDR')),
  ),
  'writes amounts as numbers with a fraction': onSaid((body) =>
    mapped(body, (value) => (isMoney(value) ? Number(value['value']) / 100 : undefined)),
  ),
  'has options on its menu': onSaid((body) =>
    isObject(body) && Array.isArray(body['listings'])
      ? {
          ...body,
          listings: objectsIn(body['listings']).map((listing, index) => ({
            id: `category-${index % 3}/${index}`,
            ...listing,
            description: null,
            optionGroups: [
              {
                id: `size-${index}`,
                name: 'Rozmiar',
                options: [option(`small-${index}`, 0), option(`large-${index}`, 400)],
              },
              { id: `extra-${index}`, name: 'Dodatki', options: [] },
            ],
          })),
        }
      : body,
  ),
  'shows lines by name, what is unpaid first': onSnapshots((snapshot) => ({
    ...snapshot,
    lines: objectsIn(snapshot['lines']).toSorted(
      (one, other) => Number(isSettled(one)) - Number(isSettled(other)) || nameOf(one).localeCompare(nameOf(other)),
    ),
  })),
} satisfies Readonly<Record<string, TillDecorator>>;
