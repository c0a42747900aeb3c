import { readFileSync } from 'node:fs';

/** A point the specification leaves open: never a violation, always a line in the report. */
export interface Assumption {
  /** What the specification does not show. */
  readonly point: string;
  /** What is assumed unless the configuration says otherwise, in words. */
  readonly fallback: string;
  /** The configuration key that changes it; none for what is only told in the report. */
  readonly key?: string;
}

export const assumptionIds = [
  'assume/currency-format',
  'assume/pickup-point-key',
  'assume/delivery-details-required',
  'assume/recalculation-request-required',
  'assume/order-success-status',
  'assume/merchant-authentication',
  'assume/response-signatures',
  'assume/basket-value',
  'assume/catalogue-price-unit',
  'assume/measurement-types',
  'assume/payment-amount',
  'assume/basket-change-path',
  'assume/health-path-and-interval',
  'assume/event-paths',
  'assume/signature-scheme',
  'assume/tip-recipient-list-and-put-status',
  'assume/unfinalised-shapes',
  'assume/open-reason-codes',
  'assume/error-bodies',
  'assume/catalogue-limit-maximum',
  'assume/response-times',
  'assume/tip-recipient-relink',
  'assume/table-status-transitions',
  'assume/group-batching',
  'assume/change-visibility',
  'assume/consent-ids',
] as const;
export type AssumptionId = (typeof assumptionIds)[number];

// Pure, so that the console's page, which has no files, leaves it out.
export const assumptions = /* @__PURE__ */ JSON.parse(
  /* @__PURE__ */ readFileSync(/* @__PURE__ */ new URL('assumptions.json', import.meta.url), 'utf8'),
) as Readonly<Record<AssumptionId, Assumption>>;

export const isAssumptionId = (id: string): id is AssumptionId => Object.hasOwn(assumptions, id);

/** The key that has to be used instead of the id of an assumption, in words; undefined where its id is the key. */
export const insteadOf = (id: AssumptionId): string | undefined => {
  const { key } = assumptions[id];
  if (key === `assumptions.${id}`) return undefined;
  return key === undefined ? 'it is only told in the report, and cannot be set' : `it is set with ${key}`;
};
