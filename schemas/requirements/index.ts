import { type Level, type Method, type Party, parties, type Requirement, rowsOf } from './requirement.ts';
import basket from './basket.json' with { type: 'json' };
import basketOverTime from './basket-over-time.json' with { type: 'json' };
import http from './http.json' with { type: 'json' };
import recalculation from './recalculation.json' with { type: 'json' };
import lock from './lock.json' with { type: 'json' };
import order from './order.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import basketChange from './basket-change.json' with { type: 'json' };
import activation from './activation.json' with { type: 'json' };
import health from './health.json' with { type: 'json' };
import auth from './auth.json' with { type: 'json' };
import queue from './queue.json' with { type: 'json' };
import listings from './listings.json' with { type: 'json' };
import table from './table.json' with { type: 'json' };
import submission from './submission.json' with { type: 'json' };
import bill from './bill.json' with { type: 'json' };
import payment from './payment.json' with { type: 'json' };
import events from './events.json' with { type: 'json' };
import tips from './tips.json' with { type: 'json' };
import platform from './platform.json' with { type: 'json' };

/** Every requirement, by its stable id. Ids are never reused for another meaning. */
export const register = {
  ...rowsOf('merchant', basket),
  ...rowsOf('merchant', basketOverTime),
  ...rowsOf('merchant', http),
  ...rowsOf('merchant', recalculation),
  ...rowsOf('merchant', lock),
  ...rowsOf('merchant', order),
  ...rowsOf('merchant', catalogue),
  ...rowsOf('merchant', basketChange),
  ...rowsOf('pos', activation),
  ...rowsOf('pos', health),
  ...rowsOf('pos', auth),
  ...rowsOf('pos', queue),
  ...rowsOf('pos', listings),
  ...rowsOf('pos', table),
  ...rowsOf('pos', submission),
  ...rowsOf('pos', bill),
  ...rowsOf('pos', payment),
  ...rowsOf('pos', events),
  ...rowsOf('pos', tips),
  ...rowsOf('platform', platform),
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequirementId = keyof typeof register;

type IdsOf<P extends Party> = {
  [Id in RequirementId]: (typeof register)[Id]['party'] extends P ? Id : never;
}[RequirementId];
export type MerchantRequirementId = IdsOf<'merchant'>;
export type PosRequirementId = IdsOf<'pos'>;
export type PlatformRequirementId = IdsOf<'platform'>;

export const requirementIds = Object.keys(register) as readonly RequirementId[];

/** A row with the widened type, for code that treats all rows alike. */
export const requirement = (id: RequirementId): Requirement => register[id];

/** What a target has to claim for the row to apply. */
export const capabilitiesOf = (id: RequirementId): readonly string[] => {
  const { capability, alsoCapability } = requirement(id);
  return [capability, alsoCapability].filter((name) => name !== undefined);
};

export const isRequirementId = (id: string): id is RequirementId => Object.hasOwn(register, id);

export const requirementsOf = (party: Party): readonly RequirementId[] =>
  requirementIds.filter((id) => register[id].party === party);

export type { Level, Method, Party, Requirement };

export { parties };
