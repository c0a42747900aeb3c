import type { Reported } from '#reports';
import type { RunResult } from '#schemas';
import { type Redactor, redactRecorded } from '#traffic';

/**
 * What reports get, without any secret. All of it was redacted as it came; but a secret may have become known only later, and
 * a report takes texts apart and shows what they decode to. Ids and counts stay as they are.
 */
export const withoutSecrets = ({ result, exchanges, everyExchange }: Reported, redactor: Redactor): Reported => ({
  result: redactResult(result, redactor),
  exchanges: new Map([...exchanges].map(([n, exchange]) => [n, redactRecorded(exchange, redactor)])),
  everyExchange: async function* () {
    for await (const exchange of everyExchange()) yield redactRecorded(exchange, redactor);
  },
});

const redactResult = (result: RunResult, { text, value }: Redactor): RunResult => {
  const reason = (of: { readonly reason?: string }) => of.reason !== undefined && { reason: text(of.reason) };
  return {
    ...result,
    ...reason(result),
    target: value(result.target),
    requirements: result.requirements.map((row) => ({
      ...row,
      ...reason(row),
      violations: row.violations.map((violation) => ({
        ...violation,
        message: text(violation.message),
        expected: text(violation.expected),
        actual: text(violation.actual),
        ...(violation.pointer !== undefined && { pointer: text(violation.pointer) }),
        ...(violation.cause !== undefined && { cause: text(violation.cause) }),
        ...(violation.known !== undefined && { known: text(violation.known) }),
      })),
    })),
    scenarios: result.scenarios.map((scenario) => ({ ...scenario, ...reason(scenario) })),
    assumptions: result.assumptions.map((one) => ({ ...one, value: value(one.value), observed: value(one.observed) })),
    unexpected: value(result.unexpected),
  };
};
