import type { Location } from '../../state/state.ts';
import type { TillFacts } from '../../state/ports.ts';

/** What the commands of a location and their results tell; the newest first. */
export const tillFacts = (location: Location | undefined): TillFacts => {
  const commands = [...(location?.commands.values() ?? [])].toReversed();
  const payloads = commands.map(({ envelope }) => envelope.payload);
  const results = (kind: string): readonly Readonly<Record<string, unknown>>[] =>
    commands.flatMap(({ envelope, result }) => (envelope.messageKind === kind ? [Object(result)] : []));
  const { posBillId, totals } = Object(
    results('BillPreparationRequested').find(({ bill }) => bill !== undefined)?.['bill'],
  );
  const amount: unknown = Object(totals).total;
  return {
    tableIds: texts(payloads.map((payload) => payload['tableId'] ?? stationIn(payload['orderContext']))),
    // The shape of a listing is not finalised (assume/unfinalised-shapes).
    listingIds: texts(
      results('ProductListingsSyncRequested')
        .flatMap(({ listings }) => (Array.isArray(listings) ? listings : []))
        .map((listing) => Object(listing).id ?? Object(listing).listingId),
    ),
    ...(typeof posBillId === 'string' && isMoney(amount) && { bill: { posBillId, amount } }),
  };
};

const stationIn = (orderContext: unknown): unknown => {
  const { stationKind, stationId } = Object(orderContext);
  return stationKind === 'TABLE' ? stationId : undefined;
};

const texts = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];

const isMoney = (value: unknown): value is { readonly value: number; readonly currency: string } => {
  const { value: amount, currency } = Object(value);
  return Number.isSafeInteger(amount) && typeof currency === 'string';
};
