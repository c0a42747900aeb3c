import { createRedactor, type Redactor, type Secrets } from './redactor.ts';

/** The redactor of secrets that come and go: made anew when they are others than before, since making one takes its time. */
export const secretsInForce = (secrets: () => Secrets): (() => Redactor) => {
  let known: readonly string[] = [];
  let redactor = createRedactor();
  return () => {
    const { headers = [], values: given = [] } = secrets();
    const many = Symbol.iterator in headers ? [...headers] : [headers];
    const values = [...given];
    const now = [...values, ...many.flatMap((one) => Object.entries(one).flat())];
    if (now.length === known.length && now.every((value, at) => value === known[at])) return redactor;
    known = now;
    redactor = createRedactor({ headers: many, values });
    return redactor;
  };
};
