import type { KeyObject } from 'node:crypto';
import {
  type Certificate,
  type CertificateEnvelope,
  type CertificateStatement,
  type Given,
  registerDigest,
  registerVersion,
  validate,
  type VerifyAnswer,
} from '#schemas';
import { isAttestationOf, statementIn } from './attestation.ts';
import { clockSkewMs } from './clock-skew.ts';
import { unwrapped } from './envelope.ts';
import { requirementGaps, scenarioGaps } from './gaps.ts';
import { opened } from './signature.ts';
import { judgedBy, suiteDigest } from './statement.ts';
import { unambiguousJson } from './unambiguous-json.ts';

export type Examined = Given<Omit<VerifyAnswer, 'holds' | 'isTrusted' | 'form' | 'statement'>> & {
  readonly form: NonNullable<VerifyAnswer['form']>;
  /** What the certificate says, when it could be read at all. */
  readonly statement?: CertificateStatement;
};

const noReading = 'is no JSON, or has an object that names a member twice';

/** Whether a certificate holds now: its signature, its dates, and that everything its configuration calls for is in it. */
export const examined = async (file: unknown, trusted: KeyObject | undefined, now: number): Promise<Examined> => {
  const form = Object(file).payloadType === undefined ? 'jws' : 'in-toto';
  const refused = (problem: string, keyId?: string): Examined => ({
    form,
    ...(keyId !== undefined && { keyId }),
    problems: [problem],
    notes: [],
  });
  if (file === undefined) return refused(`It is no certificate: it ${noReading}.`);
  const [violation] = validate(form === 'jws' ? 'certificate' : 'certificate-envelope', file);
  if (violation !== undefined) return refused(`It is no certificate: ${violation.message}`);
  const open =
    form === 'jws' ? await opened(file as Certificate, trusted) : await unwrapped(file as CertificateEnvelope, trusted);
  if (!open.ok) return refused(`It is not to be believed: ${open.reason}.`);
  const { keyId } = open;
  const signed = unambiguousJson(open.payload);
  const statement = form === 'jws' ? signed : statementIn(signed);
  const wrong = signed === undefined ? `it ${noReading}.` : validate('certificate-statement', statement)[0]?.message;
  if (wrong !== undefined) return refused(`What was signed is no statement of a certificate: ${wrong}`, keyId);
  // Just validated.
  const certified = statement as CertificateStatement;
  if (form === 'in-toto' && !isAttestationOf(signed, certified))
    return refused(
      `Its test result says something else than the statement in it (issued by conformance ${certified.tool.version}).`,
      keyId,
    );
  return {
    form,
    keyId,
    statement: certified,
    problems: [...outsideItsTime(certified, now), ...notAll(certified)],
    notes: knowsOtherScenarios(certified)
      ? ['It was issued for other scenarios than those of this version; its requirements were checked anyway.']
      : [],
  };
};

const outsideItsTime = (
  { startedAt, finishedAt, issuedAt, expiresAt }: CertificateStatement,
  now: number,
): readonly string[] => [
  ...([startedAt, finishedAt].some((at) => Date.parse(at) > Date.parse(issuedAt) + clockSkewMs)
    ? [`It was issued on ${issuedAt}, before its run was over.`]
    : []),
  ...(Date.parse(issuedAt) > now + clockSkewMs ? [`It is not valid before ${issuedAt}.`] : []),
  ...(Date.parse(expiresAt) <= now ? [`It expired on ${expiresAt}.`] : []),
];

const notAll = (statement: CertificateStatement): readonly string[] => {
  const { version, digest } = statement.register;
  if (digest !== registerDigest())
    return [
      `It names register ${version}, and this version knows only ${registerVersion}: verify it with conformance ${statement.tool.version}.`,
    ];
  const judged = judgedBy(statement);
  const gaps = [...requirementGaps(judged), ...(knowsOtherScenarios(statement) ? [] : scenarioGaps(judged))];
  return gaps.map(({ id, why }) => `${id} ${why}.`);
};

const knowsOtherScenarios = ({ suite }: CertificateStatement): boolean => suite.digest !== suiteDigest(suite.party);
