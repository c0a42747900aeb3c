import { defineRequirements } from './requirement.ts';

export const submission = defineRequirements({
  'submission/result-body': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'An accepted submission has acceptedItems; a rejected one has rejectedItems, each with one of the five reason codes.',
    how: ['schema'],
    check:
      'Read in every result. More accepted with every order of the same item, and rejected items of earlier orders, say no. What was rejected of the order before, listed with orders of a single item for three different ones, says no; what was accepted of it, with an item that came alone before, is a warning.',
    needs: ['triggers.activatePos'],
  },
  'submission/partial-is-failure': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'A submission of which only a part is accepted is a failure.',
    how: ['behaviour'],
    check: 'A good and an impossible item are submitted together; success true says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.listings.inStock', 'pos.fixtures.listings.outOfStock'],
  },
  'submission/rejection-reasons': {
    level: 'must',
    party: 'pos',
    clause: 'Errors › Mutation rejection reasons',
    rule: 'What cannot be accepted is rejected with the reason that fits, and does not come onto the table.',
    how: ['behaviour', 'trigger'],
    check:
      'Items out of stock, too many alone or together, just as many as there are, delisted, for tables that are closed, paid or not, and at a stale price are submitted. What was ordered beside something that was rejected, and comes onto the table with the next order there, says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.listings', 'pos.fixtures.tables.closed'],
  },
  'submission/contexts': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'STATION, PICKUP and DELIVERY orders are handled, prepaid and postpaid, as the target claims.',
    how: ['behaviour'],
    check:
      'One submission of each claimed kind is sent. No result, or a rejection of a listing that is in stock, says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.listings.inStock'],
  },
  'submission/texts': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'Orders are accepted whatever the buyer is called and writes: names, addresses and notes are free text.',
    how: ['behaviour'],
    check:
      'An order that was accepted is sent again with letters outside ASCII, characters of four bytes, quotes and line breaks in its texts, and with a long and an empty note. No result says no, and so does a rejection where the same order with plain texts is accepted. A rejection for the length of a note is a warning.',
    needs: ['triggers.activatePos', 'pos.fixtures.listings.inStock'],
  },
  'submission/snapshot-and-receipt': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'tableOrderSnapshot comes in the table flow only; a receipt for prepaid orders only, with receiptNumber and issuedAt.',
    how: ['schema', 'behaviour'],
    check:
      'Read in every result, compared with the context of its submission. A receipt for an order of which nothing was accepted says no. A receipt that was given before for an order of another table, or of none, says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.listings.inStock'],
  },
});
