/** A point the specification leaves open: never a violation, always a line in the report. */
export interface Assumption {
  /** What the specification does not show. */
  readonly point: string;
  /** What is assumed unless the configuration says otherwise, in words. */
  readonly fallback: string;
  /** The configuration key that changes it. */
  readonly key: string;
}

export const assumptions = {
  'assume/currency-format': {
    point: 'format of price.currency',
    fallback: 'any string',
    key: 'assumptions',
  },
  'assume/pickup-point-key': {
    point: 'pickup point key for in-store pickup (`pointId` or `id`)',
    fallback: 'send both',
    key: 'assumptions',
  },
  'assume/delivery-details-required': {
    point: 'required delivery-detail fields',
    fallback: 'send all listed for the type',
    key: 'assumptions',
  },
  'assume/recalculation-request-required': {
    point: 'required fields of the recalculation request',
    fallback: 'send all known',
    key: 'assumptions',
  },
  'assume/order-success-status': {
    point: 'status code of the order confirmation',
    fallback: 'any 2xx',
    key: 'assumptions',
  },
  'assume/merchant-authentication': {
    point: 'authentication of platform calls to the merchant',
    fallback: 'configured headers / a signing template',
    key: 'assumptions',
  },
  'assume/catalogue-price-unit': {
    point: 'unit of catalogue prices',
    fallback: 'not compared with basket prices',
    key: 'assumptions',
  },
  'assume/measurement-types': {
    point: 'measurement types and units',
    fallback: 'open',
    key: 'assumptions',
  },
  'assume/basket-change-path': {
    point: 'path of basket change, its confirmation body',
    fallback: '`/merchant/v1/baskets/change`, empty body with 204',
    key: 'assumptions',
  },
  'assume/health-path-and-interval': {
    point: 'health path, heartbeat interval, health timeout',
    fallback: '`/merchant/v1/pos/health`, 60 s, 180 s',
    key: 'assumptions',
  },
  'assume/event-paths': {
    point: 'paths of other POS-pushed messages; where their message id travels',
    fallback: '`/merchant/v1/pos/events/{messageKind}`, header `X-Message-Id`',
    key: 'assumptions',
  },
  'assume/signature-scheme': {
    point: 'signature algorithm and headers',
    fallback:
      'HMAC-SHA256 template: `X-Api-Key`, `X-Timestamp` (epoch s), `X-Signature` = hex of METHOD, path with query, timestamp, hex SHA-256 of body, joined by newlines',
    key: 'assumptions',
  },
  'assume/tip-recipient-list-and-put-status': {
    point: 'list wrapper of GET tipRecipients; status of PUT',
    fallback: '`{ "tipRecipients": [...] }`; 200',
    key: 'assumptions',
  },
  'assume/unfinalised-shapes': {
    point:
      'shapes not finalised (order items, accepted/rejected items, pickup/delivery details, lines, totals, payments, diff, address, listings, menu checkpoint, bill item selector)',
    fallback:
      'open objects; the harness sends the documented default shape, a user can overlay a schema and an example',
    key: 'assumptions',
  },
  'assume/open-reason-codes': {
    point: 'reason codes of snapshot resolution, BillPaymentFailed, BillPaymentResult',
    fallback: 'any non-empty string',
    key: 'assumptions',
  },
  'assume/error-bodies': {
    point: 'HTTP error bodies; order endpoint errors',
    fallback: '`{ "error": "<name>", "message": "..." }` from the mock; not checked from targets',
    key: 'assumptions',
  },
  'assume/catalogue-limit-maximum': {
    point: 'maximum catalogue limit',
    fallback: '100',
    key: 'assumptions',
  },
  'assume/response-times': {
    point: 'time limits of retrieval, recalculation, lock',
    fallback: '8 s, as a warning',
    key: 'assumptions',
  },
  'assume/tip-recipient-relink': {
    point: 'when a repeated PUT tipRecipients keeps ACTIVE or returns to PENDING',
    fallback: 'same phone keeps ACTIVE; another phone returns to PENDING',
    key: 'assumptions',
  },
  'assume/table-status-transitions': {
    point: 'Table status transitions',
    fallback: 'any',
    key: 'assumptions',
  },
  'assume/group-batching': {
    point: 'several messages of one group in one receive',
    fallback: 'as AWS: yes',
    key: 'assumptions',
  },
  'assume/change-visibility': {
    point: 'ChangeMessageVisibility with the queue credentials',
    fallback: 'refused (the spec: receive and delete only), reported by name',
    key: 'assumptions',
  },
  'assume/consent-ids': {
    point: 'consent ids',
    fallback: 'random UUIDs, version 1',
    key: 'assumptions',
  },
} as const satisfies Readonly<Record<string, Assumption>>;

export type AssumptionId = keyof typeof assumptions;
export const assumptionIds = Object.keys(assumptions) as readonly AssumptionId[];

export const isAssumptionId = (id: string): id is AssumptionId => Object.hasOwn(assumptions, id);
