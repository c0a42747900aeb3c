import { createPublicKey } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { systemClock } from '#mocks/time';
import { certificateText } from '#reports';
import { printableLine } from '#reports/printable';
import { attestationOf } from '../../certificate/attestation.ts';
import { enveloped } from '../../certificate/envelope.ts';
import { digestsOf } from '../../certificate/evidence-digests.ts';
import { examined } from '../../certificate/examination.ts';
import { finishedRun } from '../../certificate/finished-run.ts';
import { readPrivateKey, writeNewKey } from '../../certificate/keys.ts';
import { keyIdOf, signed } from '../../certificate/signature.ts';
import { statementOf } from '../../certificate/statement.ts';
import { writeTextFile } from '../../config/text-file.ts';
import { misuse, UsageError } from '../../config/usage-error.ts';
import { registerFrom } from '../../verdicts/scored.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { attestationPath, certificateName } from '../../config/files.ts';
import { inside } from '../../output/inside.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';

/** `conformance certify`: signs what a run came to, or says what stands in the way. */
export const certify = async (
  args: CommandArgs['certify'],
  context: CliContext,
): Promise<Answered<'certify-answer'>> => {
  if (args.newKey !== undefined) return await makeKey(args.newKey, context);
  const { cwd, printer } = context;
  const { folders = [] } = args;
  const [first] = folders;
  if (first === undefined)
    throw new UsageError('Give the results folder of the run, or the folders of all its shards.');
  if (args.key === undefined)
    throw new UsageError(
      'Give the signing key with --key FILE. conformance certify --new-key FILE makes one.',
      '--key',
    );
  const days = daysFrom(args.valid);
  const key = readPrivateKey(args.key, cwd);
  const run = finishedRun(folders, {
    cwd,
    now: systemClock.now(),
    register: registerFrom(args.register),
  });
  if (run.gaps.length > 0) {
    printer.out(`No certificate for ${folders.join(', ')}:`);
    for (const { id, why } of run.gaps) printer.out(`  ${printableLine(`${id} ${why}`)}`);
    const isFailed = run.gaps.some(({ kind }) => kind === 'failed');
    return {
      code: isFailed ? exitCodes.nonConformant : exitCodes.incomplete,
      answer: { gaps: run.gaps, problems: [] },
    };
  }
  const evidence = await Promise.all(
    folders.map(async (folder, index) => {
      const shard = run.shards[index];
      return { ...(shard !== undefined && { shard }), files: await digestsOf(resolve(cwd, folder)) };
    }),
  );
  const statement = statementOf(run, evidence, { issuedAt: new Date(systemClock.now()), days });
  const certificate = args.out ?? join(first, certificateName);
  const attestation = attestationPath(certificate);
  const contents = {
    [certificate]: await signed(JSON.stringify(statement), key),
    [attestation]: await enveloped(JSON.stringify(attestationOf(statement)), key),
  };
  // What is signed must hold for whoever verifies it.
  const examinations = await Promise.all(
    Object.values(contents).map(async (content) => await examined(content, createPublicKey(key), systemClock.now())),
  );
  const problems = [...new Set(examinations.flatMap((one) => one.problems))];
  if (problems.length > 0) {
    printer.out(`No certificate for ${folders.join(', ')}, for these reasons:`);
    for (const problem of problems) printer.out(`  ${printableLine(problem)}`);
    return { code: exitCodes.incomplete, answer: { gaps: [], problems } };
  }
  for (const [name, content] of Object.entries(contents)) {
    const file = args.out === undefined ? inside(resolve(cwd, first), basename(name)) : resolve(cwd, name);
    writeTextFile(file, `${JSON.stringify(content, null, 2)}\n`, '--out', name);
  }
  printer.out(certificateText(statement));
  printer.out(`\ncertificate  ${certificate}\nin-toto      ${attestation}`);
  return { code: exitCodes.conformant, answer: { certificate, attestation, statement, gaps: [], problems } };
};

const makeKey = async (file: string, { cwd, printer }: CliContext): Promise<Answered<'certify-answer'>> => {
  const { publicKey, publicFile } = writeNewKey(file, cwd);
  const thumbprint = await keyIdOf(publicKey);
  printer.out(
    [
      `private key  ${file}   keep it to yourself: it signs in your name`,
      `public key   ${publicFile}   give it to whoever verifies your certificates`,
      `thumbprint   ${thumbprint}`,
    ].join('\n'),
  );
  const key = { privateKey: file, publicKey: publicFile, thumbprint };
  return { code: exitCodes.conformant, answer: { gaps: [], problems: [], key } };
};

const daysFrom = (given = '365'): number => {
  const days = Number(given);
  if (/^\d+$/.test(given) && days >= 1 && days <= 3650) return days;
  throw misuse('--valid', `"${given}" is not a number of days. Give 1 to 3650.`);
};
