import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '#mocks/time';
import { certificateText } from '#reports';
import { printableLine } from '#reports/printable';
import type { CertificateStatement } from '#schemas';
import { differences } from '../../certificate/evidence-digests.ts';
import { examined } from '../../certificate/examination.ts';
import { readPublicKey } from '../../certificate/keys.ts';
import { unambiguousJson } from '../../certificate/unambiguous-json.ts';
import { misuse, UsageError } from '../../config/usage-error.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';

/** `conformance verify`: whether a certificate holds, without any network. */
export const verify = async (
  args: CommandArgs['verify'],
  { cwd, printer }: CliContext,
): Promise<Answered<'verify-answer'>> => {
  const trusted = args.key === undefined ? undefined : readPublicKey(args.key, cwd);
  const examination = await examined(readCertificate(args.file, cwd), trusted, systemClock.now());
  const { form, statement, keyId, problems, notes } = examination;
  const found = [...problems, ...(statement === undefined ? [] : await evidenceProblems(statement, args, cwd))];
  if (statement !== undefined) printer.out(`${certificateText(statement)}\n`);
  printer.out(`Read as ${forms[form]}.`);
  if (keyId !== undefined)
    printer.out(
      trusted === undefined
        ? `Signed with the key ${keyId}, which is part of the certificate: give the key that you trust with --key.`
        : `Signed with the given key ${keyId}.`,
    );
  for (const note of notes) printer.out(note);
  for (const problem of found) printer.out(`✗ ${printableLine(problem)}`);
  const holds = found.length === 0;
  printer.out(holds ? 'The certificate holds.' : 'The certificate does not hold.');
  return {
    code: holds ? exitCodes.conformant : exitCodes.nonConformant,
    answer: {
      holds,
      form,
      ...(statement !== undefined && { statement }),
      ...(keyId !== undefined && { keyId }),
      isTrusted: keyId !== undefined && trusted !== undefined,
      problems: found,
      notes,
    },
  };
};

const forms = {
  jws: 'a JSON Web Signature',
  'in-toto': 'an in-toto Test Result in a DSSE envelope',
};

const evidenceProblems = async (
  { evidence }: CertificateStatement,
  { evidence: folders }: CommandArgs['verify'],
  cwd: string,
): Promise<readonly string[]> => {
  if (folders === undefined) return [];
  if (folders.length !== evidence.length)
    throw misuse(
      '--evidence',
      `the certificate rests on ${evidence.length} folders, and ${folders.length} are given. Give them in the order they were certified in.`,
    );
  const found: string[] = [];
  for (const [index, { files }] of evidence.entries()) {
    const folder = folders[index] ?? '';
    if (statSync(resolve(cwd, folder), { throwIfNoEntry: false })?.isDirectory() !== true)
      throw misuse('--evidence', `${folder} is no folder. Give the results of the run.`);
    for (const difference of await differences(files, resolve(cwd, folder))) found.push(`${folder}: ${difference}.`);
  }
  return found;
};

const readCertificate = (given: string, cwd: string): unknown => {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, given), 'utf8');
  } catch (error) {
    throw new UsageError(`${given} cannot be read (${(error as NodeJS.ErrnoException).code}). Give a certificate.`);
  }
  return unambiguousJson(text);
};
