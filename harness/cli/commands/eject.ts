import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ejectedTest, writtenTest } from '#reports';
import { UsageError } from '../../config/usage-error.ts';
import { journalIn } from '../../output/run-journal.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { settle } from '../../verdicts/settle.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';

/** `conformance eject`: a failure of a run as a test that needs nothing of ours. */
export const eject = ({ results, id, as, out }: CommandArgs['eject'], { cwd, printer }: CliContext): number => {
  const events = journalIn(results, cwd);
  const exchanges = events.flatMap((event) => (event.event === 'exchange' ? [event.exchange] : []));
  const { suite, requirements } = settle(events);
  const failures = requirements.find((one) => one.id === id)?.violations ?? [];
  if (failures.length === 0) throw new UsageError(`${id} did not fail in ${results}.`);
  if (suite !== 'merchant')
    throw new UsageError('Only failures of a shop can be ejected: a till gets its commands from its queue.');
  const tests = failures.map((failure) => ejectedTest(id, failure, exchanges));
  const test = tests.find((one) => typeof one === 'object') ?? tests[0];
  if (typeof test !== 'object') throw new UsageError(`${id} cannot be ejected: ${test}.`);
  const { text, file: named } = writtenTest(test, as);
  const file = out ?? named;
  writeFileSync(resolve(cwd, file), text);
  printer.out(file);
  return exitCodes.conformant;
};
