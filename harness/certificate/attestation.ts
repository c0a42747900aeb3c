import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CertificateStatement } from '#schemas';
import { journalName } from '../config/files.ts';

/**
 * What a certificate says, as a Test Result of in-toto. It is a function of the certificate's statement, which lies in it whole:
 * so whoever verifies it can hold one against the other.
 */
export const attestationOf = (statement: CertificateStatement) => {
  const testsThat = (wanted: CertificateStatement['requirements'][number]['status']): readonly string[] =>
    statement.requirements.filter(({ status }) => status === wanted).map(({ id }) => id);
  const { register, suite } = statement;
  const warnedTests = testsThat('warning');
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjectOf(statement),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: warnedTests.length === 0 ? 'PASSED' : 'WARNED',
      configuration: [
        { name: `register ${register.version}`, digest: { sha256: register.digest } },
        { name: `${suite.party} suite`, digest: { sha256: suite.digest } },
        { name: 'settings', digest: { sha256: settingsDigest(statement) } },
      ],
      passedTests: testsThat('passed'),
      warnedTests,
      // Nothing is certified of which anything failed.
      failedTests: [],
      [member]: statement,
    },
  };
};

/** An extension field, of a name that nobody else has. */
const member = 'conformance_certificateStatement';

/** What was tested: by the digest its makers gave it, otherwise what was recorded of it. */
const subjectOf = ({ target, evidence }: CertificateStatement) => {
  const name = [target.name ?? 'unnamed target', target.version].filter(Boolean).join(' ');
  const [algorithm, hex] = target.digest?.split(':') ?? [];
  if (algorithm !== undefined && hex !== undefined) return [{ name, digest: { [algorithm]: hex } }];
  return evidence.flatMap(({ shard, files }) =>
    files
      .filter(({ path }) => path === journalName)
      .map(({ sha256 }) => ({ name: [name, journalName, shard].filter(Boolean).join(' '), digest: { sha256 } })),
  );
};

/** Over everything that was set, so that two results can be told to be of the same settings. */
const settingsDigest = ({ effort, capabilities, settings, assumptions, severity }: CertificateStatement): string =>
  createHash('sha256').update(JSON.stringify({ effort, capabilities, settings, assumptions, severity })).digest('hex');

/** What such a Test Result says to be the statement of its certificate. */
export const statementIn = (attestation: unknown): unknown => Object(Object(attestation).predicate)[member];

export const isAttestationOf = (attestation: unknown, statement: CertificateStatement): boolean =>
  isDeepStrictEqual(attestation, JSON.parse(JSON.stringify(attestationOf(statement))));
