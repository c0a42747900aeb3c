import type { MerchantRequirementId } from '../requirements/index.ts';
import type { Advice } from './advice.ts';

type Ids = Extract<MerchantRequirementId, `${'order' | 'catalogue'}/${string}`>;

/** Of orders and the catalogue. */
export const orderAdvice: Readonly<Record<Ids, Advice>> = {
  'order/confirmed': {
    why: 'The customer has paid; without a confirmation the platform rolls back and refunds.',
    fix: 'Answer a valid order with 2xx and the confirmation, also for delivery types you seldom see.',
  },
  'order/confirmation-fields': {
    why: 'The platform shows the order under shopOrderId and promises the return period.',
    fix: 'Send all three with their types: maxReturnDays is a number.',
  },
  'order/oa-order-id-echo': {
    why: 'A confirmation of another order confirms the wrong payment.',
    fix: 'Copy oaOrderId from the request, and keep it with the basket if you show it there.',
  },
  'order/idempotent': {
    why: 'Networks lose answers, so that orders are sent again; the customer would get everything twice.',
    fix: 'Store oaOrderId with a unique index, and answer a known one with the stored confirmation.',
  },
  'order/idempotent-concurrently': {
    why: 'The repeat often comes while the first is still being worked on.',
    fix: 'Insert oaOrderId first, in the same transaction; on a conflict wait for the first and answer as it did.',
  },
  'order/answers-in-8-seconds': {
    why: 'After 8 seconds the platform takes the order for lost and tries again.',
    fix: 'Confirm when the order is stored; send mails and book stock afterwards.',
  },
  'order/distinct-orders': {
    why: 'Two customers would own one order.',
    fix: 'Take shopOrderId from a sequence or a UUID, not from time or basket.',
  },
  'order/every-delivery-option': {
    why: 'An option that is offered and cannot be ordered fails after payment.',
    fix: 'Offer only what the order endpoint accepts, with the details of its type.',
  },
  'order/optional-parts': {
    why: 'Guests and customers without an invoice are most customers.',
    fix: 'Treat billingDetails, consents and loggedUser as absent, not as empty.',
  },
  'order/retry-after-silence': {
    why: 'The order is there and the platform does not know: the worst moment for a second one.',
    fix: 'As for order/idempotent; a dropped connection must not roll the order back.',
  },
  'order/accepted-within-payment-time': {
    why: 'Paying takes up to three minutes, which the customer began in time.',
    fix: 'Keep the reservation three minutes past expiresAt, and let the order endpoint allow for them.',
  },
  'catalogue/page': {
    why: 'A page that cannot be read stops the synchronisation.',
    fix: 'Answer an object with currency and products, also where there are none.',
  },
  'catalogue/next-checkpoint-present': {
    why: 'Without it the platform does not know where to go on.',
    fix: 'Send nextCheckpoint on every page that holds products, the last one too.',
  },
  'catalogue/product': {
    why: 'A product that cannot be read is not sold.',
    fix: 'Send the five required properties, and leave out what is optional and unknown rather than null.',
  },
  'catalogue/updated-at-milliseconds': {
    why: 'Checkpoints are in milliseconds; coarser times lose what changed within one.',
    fix: 'Write three digits of fraction and an offset: 2026-11-22T10:00:00.000Z.',
  },
  'catalogue/variant': {
    why: 'Variants are what is sold.',
    fix: 'Give a product without choices one variant; unitPrice in hundredths, isAvailable as boolean.',
  },
  'catalogue/status': { why: 'Another word is neither for sale nor gone.', fix: 'Send ACTIVE or DELISTED.' },
  'catalogue/limit': {
    why: 'The platform asked for as much as it can take.',
    fix: 'Use limit as the page size in the query, not as a hint.',
  },
  'catalogue/ascending-order': {
    why: 'The checkpoint is a position in this order; out of order, products are skipped.',
    fix: 'ORDER BY updated_at, id, with ids compared by code point, not by locale.',
  },
  'catalogue/next-checkpoint-encoding': {
    why: 'The platform may compute it too; another position loses or repeats products.',
    fix: 'Base64 with + and / of milliseconds, a colon and the id of the last product.',
  },
  'catalogue/strictly-after-checkpoint': {
    why: 'Products that share a moment are lost or come for ever.',
    fix: 'WHERE (updated_at, id) > (?, ?), as a pair; not updated_at alone.',
  },
  'catalogue/limit-independent': {
    why: 'A page border must not swallow a product.',
    fix: 'As for the order: a total order and a strict comparison; no OFFSET.',
  },
  'catalogue/empty-page-ends': {
    why: 'The platform goes on until a page is empty.',
    fix: 'Answer products: [] after the last product, not 404 and not the first page again.',
  },
  'catalogue/full-sync-complete': {
    why: 'What a full refresh lacks is delisted.',
    fix: 'Without a checkpoint begin at the start, and leave no product out.',
  },
  'catalogue/nothing-changed': {
    why: 'Otherwise everything is synchronised again each time.',
    fix: 'Compare strictly, and do not touch updatedAt when nothing changed.',
  },
  'catalogue/change-bumps-updated-at': {
    why: 'A price that changed and is not told is charged wrongly.',
    fix: 'Set updatedAt in the same write, also where stock or price stand in tables of their own.',
  },
  'catalogue/removal-visible': {
    why: 'A product that is gone would go on being sold.',
    fix: 'Keep the row as DELISTED with a new updatedAt, or leave it out of the full refresh.',
  },
  'catalogue/checkpoint-decoding': {
    why: 'A plus that becomes a space, or an id cut at its colon, points elsewhere.',
    fix: 'Decode the query once, then Base64, then split at the first colon.',
  },
  'catalogue/change-during-walk': {
    why: 'Shops change while they are read.',
    fix: 'Give changes a time after all that was read: set updatedAt when the transaction ends, not when it begins.',
  },
  'catalogue/variant-can-be-ordered': {
    why: 'What the catalogue shows is what customers scan.',
    fix: 'Use the same ids in catalogue and baskets.',
  },
  'catalogue/variant-ids-unique': {
    why: 'One id would mean two things.',
    fix: 'Number variants over the whole shop, not within a product.',
  },
};
