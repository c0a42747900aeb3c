import { requirementsSharing } from './requirement.ts';

export const submission = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour'],
  needs: ['triggers.activatePos', 'pos.fixtures.listings.inStock'],
})({
  'submission/result-body': {
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'An accepted submission has acceptedItems; a rejected one has rejectedItems, each with one of the five reason codes.',
    how: ['schema'],
    check: 'Read in every result. Items are compared with those of the order, and with those of orders before.',
    needs: ['triggers.activatePos'],
  },
  'submission/partial-is-failure': {
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'A submission of which only a part is accepted is a failure.',
    check: 'A good and an impossible item are submitted together; success true says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.listings.inStock', 'pos.fixtures.listings.outOfStock'],
  },
  'submission/rejection-reasons': {
    clause: 'Errors › Mutation rejection reasons',
    rule: 'What cannot be accepted is rejected with the reason that fits, and does not come onto the table.',
    how: ['behaviour', 'trigger'],
    check:
      'Orders that cannot be carried out are submitted: out of stock, too many, delisted, at closed tables and at a stale price. So are orders of just as many as there are.',
    needs: ['triggers.activatePos', 'pos.fixtures.listings', 'pos.fixtures.tables.closed'],
  },
  'submission/contexts': {
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'STATION, PICKUP and DELIVERY orders are handled, prepaid and postpaid, as the target claims.',
    check:
      'One submission of each claimed kind is sent. No result, or a rejection of a listing that is in stock, says no.',
  },
  'submission/texts': {
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'Orders are accepted whatever the buyer is called and writes: names, addresses and notes are free text.',
    check:
      'An order that was accepted is sent again with letters outside ASCII, quotes, line breaks, a long note and an empty one.',
  },
  'submission/snapshot-and-receipt': {
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'tableOrderSnapshot comes in the table flow only; a receipt for prepaid orders only, with receiptNumber and issuedAt.',
    how: ['schema', 'behaviour'],
    check:
      'Read in every result, and compared with the context of its submission. Receipts are compared with those given before.',
  },
});
