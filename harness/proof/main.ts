/** `npm run proof [-- PARTY|FAULT…]`: every fault against every reference peer, as a table. Exit code 1 on a gap. */
import { peers, provable } from './peers.ts';
import { prove, suspects } from './prove.ts';
import { isSound, tableOf } from './table.ts';

const words = process.argv.slice(2);
const parties = provable.filter(
  (party) => !words.some((word) => provable.some((one) => one === word)) || words.includes(party),
);
const named = words.filter((word) => !provable.some((party) => party === word));
const queue = parties.flatMap((party) =>
  suspects(
    party,
    Object.keys(peers[party].faults).filter((id) => named.length === 0 || named.some((name) => id.includes(name))),
  ),
);
const proofs: Awaited<ReturnType<typeof prove>>[] = [];
const worker = async (): Promise<void> => {
  for (let suspect = queue.shift(); suspect !== undefined; suspect = queue.shift()) {
    const proof = await prove(suspect);
    proofs.push(proof);
    if (!isSound(proof)) {
      process.stderr.write(
        `${proof.party} ${proof.variant} ${proof.fault ?? 'conformant'}: missed ${proof.missed.join(' ') || '-'}; `,
      );
      process.stderr.write(`astray ${proof.astray.join(' ') || '-'}\n`);
    }
  }
};
// A run mostly waits for its own socket, so a few share a core well.
await Promise.all(Array.from({ length: 6 }, worker));
process.stdout.write(tableOf(proofs));
process.exitCode = proofs.every(isSound) ? 0 : 1;
