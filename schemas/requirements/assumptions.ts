/** A point the specification leaves open: never a violation, always a line in the report. */
export interface Assumption {
  /** What the specification does not show. */
  readonly point: string;
  /** What is assumed unless the configuration says otherwise, in words. */
  readonly fallback: string;
  /** The configuration key that changes it; none for what is only told in the report. */
  readonly key?: string;
}

const rows = {
  'assume/currency-format': {
    point: 'The format of currency values is not shown.',
    fallback: 'any string; schemas of `basket` and `catalogue-page` narrow it',
    key: 'assumptions.assume/unfinalised-shapes',
  },
  'assume/pickup-point-key': {
    point: 'For in-store pickup the text names pointId, the example carries the point in id.',
    fallback: 'orders carry both; `id` or `pointId` sends just that one',
    key: 'assumptions.assume/pickup-point-key',
  },
  'assume/delivery-details-required': {
    point: 'Which delivery details each type requires is not shown.',
    fallback: 'orders carry every field listed for the type',
  },
  'assume/recalculation-request-required': {
    point: 'Which fields the recalculation request requires is not shown.',
    fallback: 'requests carry every field that is known',
  },
  'assume/order-success-status': {
    point: 'The status code of an order confirmation is not shown.',
    fallback: 'any 2xx; what came is told',
  },
  'assume/merchant-authentication': {
    point: 'How the platform authenticates its calls to a merchant is not shown.',
    fallback: 'the configured headers, and a signature where merchant.signature is given',
    key: 'merchant.signature',
  },
  'assume/response-signatures': {
    point: 'Whether a merchant signs its responses is not shown.',
    fallback: 'nobody looks; where a scheme is configured, what is not signed so is reported and never a violation',
    key: 'merchant.signature.responses',
  },
  'assume/catalogue-price-unit': {
    point: 'The unit of catalogue prices is not shown.',
    fallback: 'not compared with basket prices',
  },
  'assume/measurement-types': {
    point: 'The lists of measurement types and units are not shown.',
    fallback: 'any string; schemas of `catalogue-page` narrow it',
    key: 'assumptions.assume/unfinalised-shapes',
  },
  'assume/payment-amount': {
    point: 'How paymentDetails.amount relates to discounts is not shown.',
    fallback: 'basketValue + deliveryCost; `minus-discounts` takes the values of the discounts off',
    key: 'assumptions.assume/payment-amount',
  },
  'assume/basket-change-path': {
    point: 'The path of the basket change endpoint and the body of its confirmation are not shown.',
    fallback: '/merchant/v1/baskets/change, confirmed with 204 and no body',
    key: 'platform.paths.basketChange',
  },
  'assume/health-path-and-interval': {
    point: 'The path of the health report, the heartbeat interval and the health timeout are not shown.',
    fallback: '/merchant/v1/pos/health, every 60 s, unavailable after 180 s',
    key: 'platform.paths.health',
  },
  'assume/event-paths': {
    point: 'The paths of the other POS-pushed messages, and where their message identifier travels, are not shown.',
    fallback:
      '/merchant/v1/pos/events/{messageKind}, identifier in the header X-Message-Id; platform.eventId names another header or a field of the body',
    key: 'platform.paths.events',
  },
  'assume/signature-scheme': {
    point: 'The signature algorithm and its headers are not shown.',
    fallback:
      'HMAC-SHA256: X-Api-Key, X-Timestamp in epoch seconds, and X-Signature, the hex HMAC of method, path with query, timestamp and the hex SHA-256 of the body, joined by newlines',
    key: 'platform.signature',
  },
  'assume/tip-recipient-list-and-put-status': {
    point: 'The wrapper of the list of tip recipients and the status code of PUT are not shown.',
    fallback: '{ "tipRecipients": [...] } and 200',
    key: 'platform.tipRecipients',
  },
  'assume/unfinalised-shapes': {
    point:
      'Order items, accepted and rejected items, pickup and delivery details, lines, totals, payments, the diff, the address, listings, the menu checkpoint and the bill item selector are not finalised.',
    fallback: 'open; a table of JSON Schemas by shape name narrows them',
    key: 'assumptions.assume/unfinalised-shapes',
  },
  'assume/open-reason-codes': {
    point: 'The reason codes of snapshot resolution, BillPaymentFailed and BillPaymentResult are not shown.',
    fallback:
      'any string; schemas of `table-order-snapshot-resolution-result`, `bill-payment-failed` and `bill-payment-result` narrow it',
    key: 'assumptions.assume/unfinalised-shapes',
  },
  'assume/error-bodies': {
    point: 'The bodies of HTTP errors, and the errors of the order endpoint, are not shown.',
    fallback: 'the mock answers { "error": name, "message": text }; a target may answer anything',
  },
  'assume/catalogue-limit-maximum': {
    point: 'The greatest accepted catalogue limit is not shown.',
    fallback: '100',
    key: 'assumptions.assume/catalogue-limit-maximum',
  },
  'assume/response-times': {
    point: 'The time limits of retrieval, recalculation and lock are not shown.',
    fallback: '8 s; slower is a warning',
  },
  'assume/tip-recipient-relink': {
    point: 'When a repeated PUT of a tip recipient keeps ACTIVE and when it returns to PENDING is not shown.',
    fallback: 'the same phone number keeps ACTIVE, another one returns to PENDING',
  },
  'assume/table-status-transitions': {
    point: 'The transitions of the table status are not shown.',
    fallback: 'any',
  },
  'assume/group-batching': {
    point: 'Whether one receive may return several messages of a group is not shown.',
    fallback: 'it may, as AWS does it',
    key: 'queue.groupBatching',
  },
  'assume/change-visibility': {
    point: 'Whether the queue credentials may change the visibility of a message is not shown.',
    fallback: 'refused, since they may only receive and delete; reported by name',
    key: 'queue.allowChangeVisibility',
  },
  'assume/consent-ids': {
    point: 'The meaning of consent identifiers is not shown.',
    fallback: 'random UUIDs, version 1',
    key: 'assumptions.assume/consent-ids',
  },
} as const satisfies Readonly<Record<string, Assumption>>;

export type AssumptionId = keyof typeof rows;
export const assumptions: Readonly<Record<AssumptionId, Assumption>> = rows;
export const assumptionIds = Object.keys(rows) as readonly AssumptionId[];

export const isAssumptionId = (id: string): id is AssumptionId => Object.hasOwn(assumptions, id);

/** The key that has to be used instead of the id of an assumption, in words; undefined where its id is the key. */
export const insteadOf = (id: AssumptionId): string | undefined => {
  const { key } = assumptions[id];
  if (key === `assumptions.${id}`) return undefined;
  return key === undefined ? 'it is only told in the report, and cannot be set' : `it is set with ${key}`;
};
