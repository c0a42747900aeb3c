/**
 * `npm run proof [-- PARTY|FAULT…]`: every fault against every reference peer, as a table. `--resume` goes on where an
 * earlier proof was ended. Exit code 1 on a gap.
 */
import { parseArgs } from 'node:util';
import { proveFaults } from './faults.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'conformance-results/proof' },
    resume: { type: 'boolean', default: false },
  },
});
const startedAt = performance.now();
const { totals, unsound } = await proveFaults({
  words: positionals,
  out: values.out,
  resume: values.resume,
  say: (line) => process.stderr.write(`${line}\n`),
});
for (const of of totals)
  process.stdout.write(
    `${of.party}: faults caught ${of.caught} of ${of.planted}, requirement × fault ${of.cellsCaught} of ${of.cells}; on conformant peers ` +
      `false alarms ${of.falseAlarms}, not exercised ${of.notExercised}; wrong attributions ${of.wrongAttributions}; ` +
      `caught after ${of.medianRequests} requests and ${of.medianMs} ms (medians)\n`,
  );
process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s; ${values.out}/matrix.md\n`);
process.exitCode = unsound.length === 0 ? 0 : 1;
