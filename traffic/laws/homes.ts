import type { RequirementId } from '#schemas';
import { isJudgedOnExchanges } from '../judging/judge.ts';
import { merchantLaws } from './merchant-laws.ts';
import { posLaws } from './pos-laws.ts';

/** The law that tells of a requirement, by its id. */
export const lawOf = (id: RequirementId): string | undefined =>
  [...merchantLaws, ...posLaws].find(({ covers }) => covers.includes(id))?.id;

/** Whether traffic tells of it, whichever scenario caused that. */
export const isWatched = (id: RequirementId): boolean => isJudgedOnExchanges(id) || lawOf(id) !== undefined;
