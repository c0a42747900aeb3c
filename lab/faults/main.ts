/** `npm run faults`: writes mocks/faults/faults.json, what is known of every fault, for `explain`, `sample` and the docs. */
import { writeFileSync } from 'node:fs';
import { peers as publishedPeers } from '#harness/targets/reference-peers';
import type { KnownFault } from '#mocks/faults';
import { peers, provable } from './index.ts';

export const faultsFile = 'mocks/faults/faults.json';

const known: readonly KnownFault[] = provable.flatMap((party) =>
  Object.entries(peers[party].faults).map(([id, { title, breaks, variants }]) => ({
    id,
    title,
    party,
    breaks,
    ...(variants && { variants }),
    published: Object.hasOwn(publishedPeers[party].faults, id),
  })),
);

/** A fault a line, so that a changed fault is a changed line. */
export const faultsText = `[\n${known.map((fault) => JSON.stringify(fault)).join(',\n')}\n]\n`;

if (import.meta.main) writeFileSync(faultsFile, faultsText);
