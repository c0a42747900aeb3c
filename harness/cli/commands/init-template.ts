import { reportFormats } from '#reports';

/** What is known when a configuration is written; the rest stays for its author to fill in. */
export interface KnownMerchant {
  readonly name: string;
  readonly basketUrl: string;
  readonly recalculateUrl: string;
  readonly orderUrl: string;
  readonly catalogueUrl: string;
  readonly basketIds: readonly string[];
  /** A remark on an address, such as what it answered when it was tried. */
  readonly remarks?: Readonly<Partial<Record<string, string>>>;
}

/** A configuration that works once the addresses are right; each comment says what a key unlocks. */
export const merchantTemplate = (known: KnownMerchant): string => {
  const address = (key: 'basketUrl' | 'recalculateUrl' | 'orderUrl' | 'catalogueUrl'): string => {
    const remark = known.remarks?.[key];
    return `${key}: ${JSON.stringify(known[key])}${remark === undefined ? '' : `   # ${remark}`}`;
  };
  return `# yaml-language-server: $schema=./node_modules/conformance/dist/schemas/run/config.json
# Configuration of a conformance run. \${NAME} is replaced by the environment variable NAME.
# conformance doctor merchant   checks this set-up
# conformance run merchant      certifies the target

target: { name: ${JSON.stringify(known.name)} }

# What the merchant claims. Everything is claimed unless it says false; what is not claimed is not judged.
capabilities:
  merchant: { lock: true, catalogue: true, basketChange: true, invoice: true, orders: true }

merchant:
  ${address('basketUrl')}
  ${address('recalculateUrl')}
  ${address('orderUrl')}
  ${address('catalogueUrl')}

  # Sent with every call, and never written to a report.
  # headers: { Authorization: "Bearer \${SHOP_TOKEN}" }

  # The delivery option keys the platform gave you; they replace the fifteen of the specification.
  # deliveryOptionKeys: [CARRIER_A_COURIER]

  # Signs every call; conformance explain assume/merchant-authentication names the page about it.
  # signature: { apiKey: platform-7, secret: "\${SHOP_SECRET}", template: { timestamp: ms } }

  # Certificates, as files beside this one: whom to trust, and who we are.
  # tls: { ca: ca.pem, cert: client.pem, key: client.key }

  # Never exceeded. Real orders are placed: point this at a test shop, or lower the number.
  budget: { orders: 200, requests: 20000, concurrency: 4 }

  fixtures:
    # Values of data-basket that can be retrieved: with them retrieval, recalculation and lock are checked.
    # An ordered basket is used up, so that orders take one each; the createBasket trigger makes as many as needed.
    baskets: ${JSON.stringify(known.basketIds)}
    # Variant ids. outOfStock and limited unlock the shortage requirements of recalculation and lock; of several limited, the last is sold out.
    products: { inStock: [], outOfStock: [], limited: [] }   # limited: [{ id: v3, max: 2 }]
    # Discount codes. valid unlocks recalculation/good-discount-applied, the others recalculation/bad-discount-reported.
    discountCodes: { valid: [], EXPIRED: [], INVALID: [], NOT_APPLICABLE: [], USED: [] }

# How to make the merchant act: by http, by a command, or by asking you. {{name}} is a variable; result is a JSON
# pointer into the answer. A trigger that does not work is never held against the merchant.
triggers: {}
#  # Makes a basket; unlocks everything that orders.
#  createBasket: { http: { method: POST, url: "https://shop.example/test/baskets", body: { lines: "{{lines}}" } }, result: /basketId }
#  # Makes a basket that expires after so many seconds; unlocks order/accepted-within-payment-time.
#  createShortLivedBasket: { command: "./make-basket --expires-in {{seconds}}" }
#  # Makes the merchant push a basket change, to the path platform.paths.basketChange below {{platformUrl}}; unlocks the basket-change requirements.
#  pushBasketChange: { manual: "Change basket {{basketId}} in the shop, so that it is pushed to {{platformUrl}}" }
#  # Changes the price, stock or EAN of a product; unlocks catalogue/change-bumps-updated-at.
#  changeProduct: { manual: "Change the price of product {{productId}}" }
#  # Removes a product; unlocks catalogue/removal-visible.
#  removeProduct: { manual: "Remove product {{productId}} from the shop" }
#  cancelOrder: { http: { method: POST, url: "http://shop/test/orders/{{shopOrderId}}/cancel" } }

# What the specification leaves open on the platform's side; conformance list assumptions has all of it.
# platform: { paths: { basketChange: /merchant/v1/baskets/change } }

# Requirements that may stay unchecked without making the run incomplete.
tolerate: []
# Known failures, each with a reason; one that passes, or has expired, fails the run.
expectedFailures: []   # [{ id: order/idempotent, reason: ticket 123, expires: 2027-01-31 }]

reports: { formats: [html, junit] }   # of: ${reportFormats.join(', ')}. results.json is always written.
`;
};
