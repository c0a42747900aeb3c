import { cutValues } from './cut-values.ts';
import { discountsLeftOut } from './discounts-left-out.ts';
import { partialValues } from './partial-values.ts';
import type { ValueRow } from './rule.ts';
import { staleValues } from './stale-values.ts';
import { steadyValues } from './steady-values.ts';
import { valuesWhenShort } from './values-when-short.ts';

/** Ways to come to a wrong basketValue. What comes on top of the lines or off them is left open, so each needs unlike sights. */
export const wrongValues = [
  ...cutValues,
  ...partialValues,
  ...staleValues,
  ...valuesWhenShort,
  discountsLeftOut,
  ...steadyValues,
].map((rule): ValueRow => ({ ...rule, requirement: 'basket/value-follows', pointer: '/price/basketValue' }));
