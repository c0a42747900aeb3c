import type { RequirementId } from '#schemas';

const catalogue = (query: string): string => `curl -s -G "$CATALOGUE_URL" ${query}`;
const readNext = `node -p 'JSON.parse(require("fs").readFileSync(0)).nextCheckpoint'`;
const checkpoint = `CHECKPOINT=$(${catalogue('-d limit=3')} | ${readNext})`;
const next = catalogue('--data-urlencode "checkpoint=$CHECKPOINT" -d limit=3');
const resend = 'curl -s -X POST $CONTROL/locations/bar/commands/by-hand-1/resend';
const refuse = (status: number): string =>
  `curl -s $CONTROL/apiFaults -d '{"kind":"status-before","status":${status},"path":"/merchant/v1/async/"}'   # for the next callback`;

interface Sequence {
  /** Instead of the call as it is. */
  readonly call?: (call: string) => string;
  /** What comes after it, each line with what it has to show. */
  readonly then?: (call: string) => readonly string[];
}

/** How to see by hand what a single call does not show. */
export const sequences: Readonly<Partial<Record<RequirementId, Sequence>>> = {
  'basket/answers-the-asked': {
    then: (call) => ['# another basket, which has another id', call.replace('$BASKET', '$OTHER')],
  },
  'recalculation/repeatable': { then: (call) => ['# the same again: the same products, quantities and prices', call] },
  'order/idempotent': { then: (call) => ['# the same again: the same shopOrderId, also after an hour', call] },
  'order/idempotent-concurrently': {
    call: (call) => `for copy in 1 2 3; do\n  ${call} &\ndone\nwait   # one shopOrderId in all answers`,
  },
  'order/retry-after-silence': {
    call: (call) => call.replace('curl -i', 'curl -i --max-time 0.02'),
    then: (call) => ['# whoever heard nothing asks again: the order is there once', call],
  },
  'order/answers-in-8-seconds': {
    call: (call) => call.replace('curl -i', `curl -s -o /dev/null -w '%{time_total} s\\n'`),
  },
  'catalogue/next-checkpoint-encoding': {
    then: () => [checkpoint, 'echo "$CHECKPOINT" | base64 -d   # <updatedAt of the last product in ms>:<its id>'],
  },
  'catalogue/strictly-after-checkpoint': {
    then: () => [checkpoint, '# what comes after it: nothing of the page before, and nothing left out', next],
  },
  'catalogue/ascending-order': { then: () => [checkpoint, '# goes on where the page before ended', next] },
  'catalogue/limit-independent': {
    then: () => ['# in one page what comes in several with a limit of 3', catalogue('-d limit=100')],
  },
  'catalogue/checkpoint-decoding': {
    then: () => [checkpoint, '# + / and = of a checkpoint are percent-encoded on their way', next],
  },
  'queue/duplicate-not-applied': { then: () => ['# the same message once more: it changes nothing', resend] },
  'queue/duplicate-same-result': { then: () => ['# the same message once more: the same result', resend] },
  'payment/applied-once': { then: () => ['# the same message once more: the same receipt', resend] },
  'queue/result-not-lost': {
    call: (call) => `${refuse(503)}\n${call}`,
  },
  'queue/rejected-result-stays-open': {
    call: (call) => `${refuse(400)}\n${call}`,
  },
};
