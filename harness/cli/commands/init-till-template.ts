import { defaultPaths } from '#schemas';
import { reportFormats } from '#reports';

/** What is known of a till when its configuration is written. */
export interface KnownTill {
  readonly name: string;
  readonly merchantTaxId: string;
}

/** A configuration that works once the tax id is right; each comment says what a key unlocks. */
export const tillTemplate = ({ name, merchantTaxId }: KnownTill): string => `\
# yaml-language-server: $schema=./node_modules/conformance/dist/schemas/run/config.json
# Configuration of a conformance run. \${NAME} is replaced by the environment variable NAME.
# conformance doctor pos   checks this set-up
# conformance run pos      starts the mock platform with its queue, has the till activated and certifies it

target: { name: ${JSON.stringify(name)} }

# What the till claims. Everything is claimed unless it says false; what is not claimed is not judged.
capabilities:
  pos: { STATION: true, KIOSK: true, PICKUP: true, DELIVERY: true, prepaid: true, postpaid: true, listings: true, events: true, tips: true }

pos:
  # The tax id the till activates with. PINs are issued for it.
  merchantTaxId: ${JSON.stringify(merchantTaxId)}
  # How to start the till, when it does not run already; it is stopped with everything it started.
  # command: "till --platform {{platformUrl}} --tax-id {{merchantTaxId}} --pin {{pinCode}}"
  # image: registry.example/till:2026   # gets the same as CONFORMANCE_platformUrl and so on
  # Several tills, each certified at a location of its own and by itself with --till front. What a till does not say is
  # taken from the rest of this file.
  # tills: [{ name: front, command: "…" }, { name: bar, fixtures: {}, triggers: {}, capabilities: { KIOSK: false } }]
  fixtures:
    # Tables as the QR codes name them: with an open bill, without one, closed, and closing.
    tables: { open: [], empty: [], closed: [], closing: [] }
    kiosks: []
    # Listing ids. outOfStock, limited and delisted unlock submission/rejection-reasons.
    listings: { inStock: [], outOfStock: [], limited: [], delisted: [] }   # limited: [{ id: L3, max: 1 }]

# How to make the till act: by http, by a command, or by asking you. {{name}} is a variable. A trigger that does not
# work is never held against the till.
triggers: {}
#  # Activates the till; without it you are shown a PIN to type in.
#  activatePos: { http: { method: POST, url: "http://till.example/test/activate", body: { platformUrl: "{{platformUrl}}", merchantTaxId: "{{merchantTaxId}}", pinCode: "{{pinCode}}" } } }
#  # Makes the till call the test endpoint; unlocks queue/test-round-trip.
#  testRoundTrip: { command: "till test" }
#  # Opens or closes the location, pauses an order type; unlock the events of availability.
#  # Where the till takes them, add {{reasonCode}} to both, {{effectiveAt}} to the first, {{effectiveUntil}} to the second.
#  setLocation: { manual: "In the back office, set the location to open={{open}}" }
#  setOrderType: { manual: "In the back office, set {{orderType}} to {{state}}" }
#  # Changes a listing, a table; unlock listings/incremental-sync, table/updated-at-moves and the events about them.
#  # {{change}} is price, stock, availability or name; a till that cannot change one answers with an error.
#  changeListing: { manual: "Change the {{change}} of listing {{listingId}}, and nothing else" }
#  changeTable: { manual: "On table {{tableId}}, make this happen: {{changeType}}" }
#  # Tip recipients; unlock the requirements of tips.
#  putTipRecipient: { manual: "Add staff member {{id}}, {{displayName}}, {{phoneNumber}}" }
#  listTipRecipients: { manual: "Open the list of tip recipients" }
#  getTipRecipient: { manual: "Open tip recipient {{id}}" }

platform:
  # Where the mock platform listens. A till elsewhere needs an address it can reach, or a tunnel to it.
  listen: 127.0.0.1:0
  # publicUrl: https://tunnel.example
  # What the specification leaves open, as your till has it.
  # paths: { health: ${defaultPaths.health}, events: "${defaultPaths.events}" }
  # eventId: { header: X-Message-Id }   # or { field: NAME }: where an event carries its message identifier
  # tipRecipients: { wrapper: tipRecipients, putStatus: 200 }
  # signature: { mode: enforce, template: { timestamp: ms } }   # warn: told and let pass; off: nobody looks
  timing: { healthInterval: 60s, healthTimeout: 180s }

# An SDK that takes the queue's host from the region (boto3, Go, PHP) must be told the platform's address:
# set AWS_ENDPOINT_URL_SQS, or the endpoint of its client, to the origin of the queue URL.

# Requirements that may stay unchecked without making the run incomplete.
tolerate: []
# Known failures, each with a reason; one that passes, or has expired, fails the run.
expectedFailures: []   # [{ id: queue/idempotency-key, reason: ticket 123, expires: 2027-01-31 }]

reports: { formats: [html, junit] }   # of: ${reportFormats.join(', ')}. results.json is always written.
`;
