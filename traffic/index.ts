export { type AnswerRead, isPartlyKept, readAnswer, timeoutCode } from './judging/answer.ts';
export { writeJson } from './body/exact-numbers.ts';
export { beginning } from './body/read-json.ts';
export { largestBody, noBody, type ReadBody, readBody, toBody } from './body/body.ts';
export {
  type CallSettings,
  type Classifier,
  createClassifier,
  defaultEventIdPlace,
  type EventIdPlace,
  operationNameOf,
} from './naming/classify.ts';
export { curl } from './curl.ts';
export { observedOfShop, observedOfTill } from './open-points/observed.ts';
export { inProcessOrigin, sentAgain } from './function-call.ts';
export type * from './exchange.ts';
export { headerOf, isJsonMediaType, lowerCased } from './headers.ts';
export { isObject, jsonOf, type JsonObject, listIn, objectOf, pointerSteps, textIn, valueAt } from './json.ts';
export { type Expectation, isJudgedOnExchanges, judgeExchange } from './judging/judge.ts';
export { dateOf } from './judging/server-clock.ts';
export { createGuesser, type Guessed } from './naming/guess.ts';
export { withQuery } from './naming/merchant-address.ts';
export { aboutOf } from './naming/about.ts';
export { createQueueReader } from './record/captured-queue.ts';
export { messagesInXml } from './record/query-answer.ts';
export { fromHar } from './record/from-har.ts';
export { toHar } from './record/har.ts';
export { createKeeping, fromRecorded, type Recordable, redactRecorded, toRecorded } from './record/recorded.ts';
export { type Backlog, createBacklog } from './retention/backlog.ts';
export { type ByteBudget, createByteBudget } from './retention/byte-budget.ts';
export { excerpt } from './retention/excerpt.ts';
export { shortened } from './retention/shortened.ts';
export { cutTo, weightOf } from './retention/weight.ts';
export { createFactsWriter } from './record/receiver-facts.ts';
export { type ShownBody, shownBody } from './record/shown-body.ts';
export { redacted } from './redact/secret-places.ts';
export { redactedFinding, restsOnRedaction } from './redact/redacted-finding.ts';
export { createRedactor, type Redactor, type Secrets, secretValues } from './redact/redactor.ts';
export { secretsInForce } from './redact/redactor.ts';
export { isSecretHeader } from './redact/secret-places.ts';
export type * from './till-traffic.ts';
export { toTillTraffic, type UnnumberedTraffic } from './to-till-traffic.ts';
export { type CataloguePage, pageAsked, pageOf, walksIn } from './walks/walks.ts';
