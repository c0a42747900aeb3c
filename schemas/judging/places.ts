import type { RequirementId } from '../requirements/index.ts';

/** Who answers for one place of a body. */
export interface Place {
  /** The requirement that owns the value here and everything below that no other place names. */
  readonly owner: RequirementId;
  /** Charged with the absence of this property. Default: the owner of the object that should hold it. */
  readonly absent?: RequirementId;
  /** Charged with a value of the wrong type. */
  readonly wrongType?: RequirementId;
  /** Charged with properties that do not belong into this object. */
  readonly extra?: RequirementId;
}

/** The places of a body, `*` standing for any index, and where each requirement has something to say. */
export interface Places {
  readonly places: Readonly<Record<string, Place | RequirementId>>;
  /** A requirement holds once something was seen here and nothing is wrong; a body without it says nothing. */
  readonly seen: Readonly<Partial<Record<RequirementId, string>>>;
  /** Owns the whole of a body that says success false, where that has a requirement of its own. */
  readonly failure?: RequirementId;
}

const topLevel = (owner: RequirementId): Place => ({ owner, absent: 'basket/required-fields' });
const amount = (owner: RequirementId): Place => ({ owner, wrongType: 'basket/amounts-are-minor-units' });

export const basketPlaces: Places = {
  places: {
    '': { owner: 'basket/required-fields', extra: 'basket/no-extra-top-level' },
    '/id': topLevel('basket/id'),
    '/requestId': 'basket/request-id',
    '/expiresAt': topLevel('basket/expires-at'),
    '/oaOrderId': 'basket/oa-order-id',
    '/price': topLevel('basket/price'),
    '/price/basketValue': amount('basket/price'),
    '/price/discounts/*': 'basket/discounts',
    '/price/discounts/*/value': amount('basket/discounts'),
    '/deliveryOptions': topLevel('basket/delivery-options'),
    '/deliveryOptions/*/cost': amount('basket/delivery-options'),
    '/products': topLevel('basket/products'),
    '/products/*/quantity': 'basket/quantity',
    '/products/*/unitPrice': amount('basket/products'),
    '/products/*/linePrice': amount('basket/products'),
    '/products/*/originalUnitPrice': amount('basket/products'),
    '/products/*/originalLinePrice': amount('basket/products'),
    '/products/*/ean': 'basket/ean',
    '/products/*/error': 'basket/product-error',
    '/products/*/policies': 'basket/policies',
    '/invoiceAddressMandatory': 'basket/invoice-address-mandatory',
    '/loggedUser': 'basket/logged-user',
  },
  seen: {
    'basket/required-fields': '',
    'basket/no-extra-top-level': '',
    'basket/id': '/id',
    'basket/request-id': '',
    'basket/expires-at': '/expiresAt',
    'basket/oa-order-id': '',
    'basket/price': '/price',
    'basket/discounts': '/price/discounts/*',
    'basket/delivery-options': '/deliveryOptions/*',
    'basket/products': '/products/*',
    'basket/quantity': '/products/*/quantity',
    'basket/ean': '/products/*',
    'basket/product-error': '/products/*',
    'basket/policies': '/products/*',
    'basket/policies-omitted-when-none': '/products/*',
    'basket/invoice-address-mandatory': '',
    'basket/logged-user': '',
    'basket/amounts-are-minor-units': '/price/basketValue',
  },
};

export const orderPlaces: Places = {
  places: { '': 'order/confirmation-fields' },
  seen: { 'order/confirmation-fields': '' },
};

export const cataloguePlaces: Places = {
  places: {
    '': 'catalogue/page',
    '/nextCheckpoint': { owner: 'catalogue/next-checkpoint-present', absent: 'catalogue/next-checkpoint-present' },
    '/products/*': 'catalogue/product',
    '/products/*/updatedAt': 'catalogue/updated-at-milliseconds',
    '/products/*/status': 'catalogue/status',
    '/products/*/variants': 'catalogue/variant',
  },
  seen: {
    'catalogue/page': '',
    'catalogue/next-checkpoint-present': '/products/*',
    'catalogue/product': '/products/*',
    'catalogue/updated-at-milliseconds': '/products/*/updatedAt',
    'catalogue/status': '/products/*/status',
    'catalogue/variant': '/products/*/variants/*',
  },
};
