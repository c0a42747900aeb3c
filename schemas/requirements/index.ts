import { type Level, type Method, type Party, parties, type Requirement } from './requirement.ts';
import { basket } from './basket.ts';
import { basketOverTime } from './basket-over-time.ts';
import { http } from './http.ts';
import { recalculation } from './recalculation.ts';
import { lock } from './lock.ts';
import { order } from './order.ts';
import { catalogue } from './catalogue.ts';
import { basketChange } from './basket-change.ts';
import { activation } from './activation.ts';
import { health } from './health.ts';
import { auth } from './auth.ts';
import { queue } from './queue.ts';
import { listings } from './listings.ts';
import { table } from './table.ts';
import { submission } from './submission.ts';
import { bill } from './bill.ts';
import { payment } from './payment.ts';
import { events } from './events.ts';
import { tips } from './tips.ts';
import { platform } from './platform.ts';

/** Every requirement, by its stable id. Ids are never reused for another meaning. */
export const register = {
  ...basket,
  ...basketOverTime,
  ...http,
  ...recalculation,
  ...lock,
  ...order,
  ...catalogue,
  ...basketChange,
  ...activation,
  ...health,
  ...auth,
  ...queue,
  ...listings,
  ...table,
  ...submission,
  ...bill,
  ...payment,
  ...events,
  ...tips,
  ...platform,
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
