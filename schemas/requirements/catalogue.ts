import { requirementsSharing } from './requirement.ts';

export const catalogue = requirementsSharing({
  level: 'must',
  party: 'merchant',
  how: ['schema'],
  needs: ['merchant.catalogueUrl'],
  capability: 'merchant.catalogue',
})({
  'catalogue/page': {
    clause: 'Resources and their fields › Catalogue page',
    rule: 'A page has a currency (string) and an array of products.',
    check: 'Read in every page. Says no when one is missing or of another type, or when the body is no JSON object.',
  },
  'catalogue/next-checkpoint-present': {
    clause: 'Endpoints › Catalogue rules › 5',
    rule: 'nextCheckpoint, a string, is there whenever products is not empty.',
    check: 'Read in every page with products.',
  },
  'catalogue/product': {
    clause: 'Resources and their fields › Catalogue page › CatalogueProduct',
    rule: 'A product has id, updatedAt, name, status and variants; what is optional is of the right type.',
    check:
      'Read in every product of every page. The values of updatedAt, status and variants belong to rows of their own.',
  },
  'catalogue/updated-at-milliseconds': {
    clause: 'Resources and their fields › Catalogue page › CatalogueProduct',
    rule: 'updatedAt is an ISO 8601 timestamp with milliseconds.',
    check:
      'Read in every product. Says no without a fraction of a second; any number of digits is fine. Without an offset the moment is ambiguous, which is a warning.',
  },
  'catalogue/variant': {
    clause: 'Resources and their fields › Catalogue page › Variant',
    rule: 'A product has at least one variant; a variant has id, an integer unitPrice and stock.isAvailable (boolean), a measurement its type, quantityValue and quantityUnit; what is optional is of the right type.',
    check: 'Read in every variant. Measurement types and units are open.',
  },
  'catalogue/status': {
    clause: 'Resources and their fields › Catalogue page › CatalogueProduct',
    rule: 'status is ACTIVE or DELISTED.',
    check: 'Read in every product.',
  },
  'catalogue/limit': {
    clause: 'Endpoints › Merchant-hosted › 5',
    rule: 'A page holds at most `limit` products.',
    how: ['behaviour', 'property'],
    check: 'Pages are asked for with random limits; more products than that say no, fewer are fine.',
  },
  'catalogue/ascending-order': {
    clause: 'Endpoints › Catalogue rules › 2',
    rule: 'Products come in ascending order of (updatedAt, id), within a page and from page to page.',
    how: ['behaviour', 'property'],
    check:
      'Each product of a walk is compared with the one before. Where orders of ids by UTF-8, UTF-16 and code point disagree, any of them passes.',
  },
  'catalogue/next-checkpoint-encoding': {
    clause: 'Endpoints › Catalogue rules › 1',
    rule: 'nextCheckpoint is standard Base64 of `<updatedAt epoch milliseconds>:<id>` of the last product of its page.',
    how: ['behaviour', 'property'],
    check:
      'Decoded strictly in every page and compared with the last product. The message tells the usual slips apart: URL-safe alphabet, no padding, seconds.',
  },
  'catalogue/strictly-after-checkpoint': {
    clause: 'Endpoints › Catalogue rules › 3',
    rule: 'A checkpoint is answered with exactly the products after it: those with a later updatedAt, and those with the same one and a greater id.',
    how: ['behaviour', 'property'],
    check:
      'Checkpoints are built from random products of the walk, also from the middle of a page and among equal timestamps. Pages are compared with each other.',
  },
  'catalogue/limit-independent': {
    clause: 'Endpoints › Merchant-hosted › 5',
    rule: 'A walk gives the same products whatever the limit.',
    how: ['behaviour', 'property'],
    check: 'Walks with random limits are compared with the first one, products changed meanwhile left aside.',
  },
  'catalogue/empty-page-ends': {
    clause: 'Endpoints › Catalogue rules › 6',
    rule: 'A synchronisation ends with a page whose products is empty.',
    how: ['behaviour'],
    check: 'The walk goes on until such a page; a walk that never ends, or an error after the last product, says no.',
  },
  'catalogue/full-sync-complete': {
    clause: 'Endpoints › Merchant-hosted › 5',
    rule: 'Without a checkpoint all products are returned.',
    how: ['behaviour'],
    check: 'The walk must hold every product that another walk, a basket or the fixtures have shown.',
  },
  'catalogue/nothing-changed': {
    clause: 'Endpoints › Catalogue rules › 6',
    rule: 'When nothing has changed since the stored checkpoint, the first page is empty.',
    how: ['behaviour'],
    check:
      'The last nextCheckpoint of a walk is sent; products whose updatedAt did not move say no, and so does a catalogue that changes each time a synchronisation ends, and never in between.',
  },
  'catalogue/change-bumps-updated-at': {
    clause: 'Endpoints › Catalogue rules › 8',
    rule: 'A change of price, stock or EAN bumps updatedAt, so that the product appears in the next incremental synchronisation.',
    how: ['behaviour', 'trigger'],
    check:
      'The trigger changes a product, and a walk in the half minute after must hold it with a later updatedAt. A product seen again under one updatedAt must look the same.',
    needs: ['merchant.catalogueUrl', 'triggers.changeProduct'],
  },
  'catalogue/removal-visible': {
    clause: 'Endpoints › Catalogue rules › 9',
    rule: 'A removed product is returned as DELISTED, or is absent from the next full refresh.',
    how: ['behaviour', 'trigger'],
    check:
      'The trigger removes a product; it says no when full walks still have it as ACTIVE after half a minute. Where products can be changed, it is changed first.',
    needs: ['merchant.catalogueUrl', 'triggers.removeProduct'],
  },
  'catalogue/checkpoint-decoding': {
    clause: 'Endpoints › Catalogue rules › 1',
    rule: 'Checkpoints are decoded right whatever they hold: `+`, `/` and `=` arrive URL-encoded, ids may hold colons and any letters.',
    how: ['behaviour', 'property'],
    check:
      'Checkpoints at made-up positions are sent whose text has these characters; the answer must be the products after that position.',
  },
  'catalogue/change-during-walk': {
    clause: 'Endpoints › Catalogue rules › 3',
    rule: 'Products that change during a walk are not lost: they come later in it, or in the next one.',
    how: ['behaviour', 'property', 'trigger'],
    check: 'The trigger changes products while a walk is under way; each must appear with its new updatedAt.',
    needs: ['merchant.catalogueUrl', 'triggers.changeProduct'],
  },
  'catalogue/variant-can-be-ordered': {
    level: 'should',
    clause: 'Resources and their fields › Catalogue page › Variant',
    rule: 'The id of an available variant of an ACTIVE product can be used in a basket.',
    how: ['behaviour'],
    check: 'A few variants are put into a recalculation or a made basket; a refusal of all says no.',
    needs: ['merchant.catalogueUrl', 'merchant.recalculateUrl'],
  },
  'catalogue/variant-ids-unique': {
    level: 'should',
    clause: 'Resources and their fields › Catalogue page › Variant',
    rule: 'No two variants of the catalogue share an id.',
    how: ['behaviour'],
    check:
      'All variants of all pages are compared. One that stands for two products says no, unless it may have moved from one to the other meanwhile.',
  },
});
