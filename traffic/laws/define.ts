import {
  type CheckOutcome,
  failed as failing,
  type Finding,
  type Judgement,
  type RequirementId,
  warned as warning,
} from '#schemas';

/** What rows tell of, each once. */
export const coversOf = (rows: readonly { readonly requirement: RequirementId }[]): readonly RequirementId[] => [
  ...new Set(rows.map(({ requirement }) => requirement)),
];

export const passed = (requirement: RequirementId): Judgement => ({ requirement, outcome: { status: 'passed' } });

export const failed = (requirement: RequirementId, finding: Finding): Judgement => ({
  requirement,
  outcome: failing(finding),
});

export const warned = (requirement: RequirementId, finding: Finding, leeway: string): Judgement => ({
  requirement,
  outcome: warning(finding, leeway),
});

export const notExercised = (requirement: RequirementId, reason: string, unlock?: string): Judgement => ({
  requirement,
  outcome: { status: 'not-exercised', reason, ...(unlock !== undefined && { unlock }) } satisfies CheckOutcome,
});
