import { argumentFor, failureBlock, inkFor } from '#reports';
import type { ExplainAnswer, Given } from '#schemas';
import { evidenceOf } from '../../output/evidence.ts';
import { journalIn } from '../../output/run-journal.ts';
import { settle } from '../../verdicts/settle.ts';
import type { Printer } from './printer.ts';

/** What the run in a folder found out about a requirement: each violation with its exchanges and what sends the call again. */
export const failuresIn = (
  folder: string,
  id: string,
  { cwd, printer }: { readonly cwd: string; readonly printer: Printer },
): Given<ExplainAnswer['run']> => {
  const events = journalIn(folder, cwd);
  const result = settle(events);
  const reported = { result, ...evidenceOf(events, result) };
  const row = result.requirements.find((one) => one.id === id);
  if (row === undefined) return { folder, status: 'not-applicable', failures: [] };
  const told = row.violations.map((violation) => argumentFor(reported, row, violation));
  printer.out(`\n  in ${folder}: ${row.status}${row.reason === undefined ? '' : `, ${row.reason}`}`);
  const page = { ink: inkFor(printer.colour), width: printer.width };
  for (const one of told) printer.inked(`\n${failureBlock(one, page)}`);
  return {
    folder,
    status: row.status,
    ...(row.reason !== undefined && { reason: row.reason }),
    failures: told.map(({ violation, cost, curl, exchanges }) => ({
      violation,
      ...(cost !== undefined && { costs: cost.words }),
      ...(curl !== undefined && { curl }),
      exchanges,
    })),
  };
};
