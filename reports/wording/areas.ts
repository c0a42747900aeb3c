import { isRequirementId, type RequirementResult, requirement, type RunResult } from '#schemas';

export interface Area {
  readonly name: string;
  readonly rows: readonly RequirementResult[];
}

export const areaOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('/'))) || 'other';

/** The requirements by area, both in the order the result lists them. */
export const areas = (rows: readonly RequirementResult[]): readonly Area[] =>
  [...Map.groupBy(rows, (row) => areaOf(row.id))].map(([name, members]) => ({ name, rows: members }));

export interface RegisterText {
  readonly clause: string;
  readonly rule: string;
}

/** Which register it is, and by which older one it is scored. */
export const registerInWords = ({ version, digest, scored }: RunResult['register']): string =>
  `${version} (${digest.slice(0, 12)})${scored === undefined ? '' : `, scored by ${scored}`}`;

/** What the register says about an id. A result of another version may name one this version does not know. */
export const registerText = (id: string): RegisterText => {
  if (!isRequirementId(id)) return { clause: 'not in this version of the register', rule: '' };
  const { clause, rule } = requirement(id);
  return { clause, rule };
};
