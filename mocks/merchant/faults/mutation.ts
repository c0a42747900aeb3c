import type { MerchantRequirementId } from '#schemas';
import type { Json } from './json.ts';

/** A wrong way to write a body: at a place, something else. No `to`: the property is left out. */
export interface Mutation {
  readonly title: string;
  readonly breaks: MerchantRequirementId;
  readonly at: string;
  readonly to?: Json | ((old: Json | undefined) => Json);
}

export const defineMutations = <const Mutations extends Readonly<Record<string, Mutation>>>(
  mutations: Mutations,
): Mutations => mutations;

export const half = (old: Json | undefined): Json => Number(old) + 0.5;
