/**
 * `npm run signatures [-- FOLDER…]`: writes `mocks/faults/signatures.json` from the `proofs.ndjson` of these folders: what each
 * fault shows. Faults that were not proved there stay as they are, those that are gone go. What each of
 * them fails is written to `lab/proof/failing.json`.
 *
 * `npm run signatures -- measure`: what the diagnosis says of each fault that is left out of the data, and of two faults at once.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatures } from '#mocks/faults';
import { failingFile, failingText } from '../proof/failing.ts';
import { readProofs } from '../proof/faults.ts';
import { leftOut, pairsSaid, saidOf, sharesOf } from './measure.ts';
import { diagnosed, signaturesFrom, signaturesFile, signaturesText } from './signatures.ts';

const [first, ...others] = process.argv.slice(2);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

if (first === 'measure') {
  for (const party of diagnosed) {
    const all = signatures().filter((signature) => signature.party === party);
    const shares = (of: Readonly<Record<string, number>>): string =>
      Object.entries(of)
        .map(([name, share]) => `${name} ${(100 * share).toFixed(1)} %`)
        .join(', ');
    print(`${party}: ${all.length} faults, each left out: ${shares(sharesOf(leftOut(all).map(saidOf)))}`);
    print(`${party}: two faults at once: ${shares(pairsSaid(all, { seed: 'pairs 1', pairs: 1000 }))}`);
    print(
      `${party}: two faults at once, both left out: ${shares(pairsSaid(all, { seed: 'pairs 1', pairs: 300, isLeftOut: true }))}`,
    );
  }
} else {
  const folders = first === undefined ? ['conformance-results/proof'] : [first, ...others];
  const proofs = folders.flatMap((folder) => readProofs(join(folder, 'proofs.ndjson')));
  const proved = signaturesFrom(proofs);
  const text = await signaturesText(proved, JSON.parse(readFileSync(signaturesFile, 'utf8')) as typeof proved);
  writeFileSync(signaturesFile, text);
  writeFileSync(failingFile, failingText(proofs));
  print(`${proved.length} signatures, ${Math.ceil(text.length / 1024)} KiB`);
}
