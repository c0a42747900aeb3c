import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keysOf } from '#harness/verdicts/atlas';
import type { Proof } from '../proof/prove.ts';
import { createDice } from '../faults/dice.ts';
import { saidOf, leftOut, pairSaid, sharesOf } from './measure.ts';
import { diagnosed, kindsOf, signaturesFrom } from './signatures.ts';
const { values } = parseArgs({
  options: {
    proofs: { type: 'string', multiple: true, default: ['conformance-results/proof'] },
    v: { type: 'string' },
  },
});
const proofs = values.proofs
  .flatMap((folder) =>
    readFileSync(join(folder, 'proofs.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l) as Proof),
  )
  .filter((p) => p.fault !== undefined && p.rows.length > 0);
for (const party of diagnosed) {
  const kinds = await kindsOf(party);
  const mine = proofs.filter((p) => p.party === party);
  if (mine.length === 0) continue;
  const all = signaturesFrom(party, mine, kinds);
  const sets = {
    faultOut: leftOut(all),
    proofFaultOut: mine.flatMap((p) =>
      signaturesFrom(party, [p], kinds).map((shown) => ({
        shown,
        known: all.filter(({ fault }) => fault !== p.fault),
      })),
    ),
    twinKept: mine
      .filter((p) => mine.some((o) => o !== p && o.fault === p.fault))
      .flatMap((p) =>
        signaturesFrom(party, [p], kinds).map((shown) => ({
          shown,
          known: [
            ...all.filter(({ fault }) => fault !== p.fault),
            ...signaturesFrom(
              party,
              mine.filter((o) => o.fault === p.fault && o !== p),
              kinds,
            ),
          ],
        })),
      ),
    nothingOut: mine.flatMap((p) => signaturesFrom(party, [p], kinds).map((shown) => ({ shown, known: all }))),
  };
  for (const [name, cases] of Object.entries(sets)) {
    if (cases.length === 0) continue;
    const out = cases.map(saidOf);
    console.log(
      party,
      name,
      cases.length,
      Object.entries(sharesOf(out))
        .map(([k, v]) => `${k} ${(100 * v).toFixed(1)}`)
        .join('  '),
    );
    if (values.v === name)
      for (const r of out)
        if (r.nearest?.kind !== r.shown.kind || r.roots > 1)
          console.log(
            `${r.shown.fault} [${r.shown.kind}] nearest ${r.nearest?.fault} ${r.nearest?.kind} said ${r.said?.fault} roots ${r.roots} :: ${keysOf(r.shown).join(' | ')}`,
          );
  }
  const dice = createDice('pairs 1');
  for (const novel of [false, true]) {
    let [n, two, one, more, mixed] = [0, 0, 0, 0, 0];
    for (let i = 0; i < 300; i++) {
      const [a, b] = [dice.pick(all), dice.pick(all)];
      const [A, B] = [keysOf(a), keysOf(b)];
      if (A.every((k) => B.includes(k)) || B.every((k) => A.includes(k))) continue;
      n++;
      const { roots, isMixed } = pairSaid(party, [a, b], novel ? all.filter((s) => s !== a && s !== b) : all);
      if (roots === 2) two++;
      else if (roots === 1) one++;
      else more++;
      if (isMixed) {
        mixed++;
        if (values.v === 'pairs') console.log(a.fault, b.fault, A, B);
      }
    }
    console.log(party, novel ? 'pairs both left out' : 'pairs', n, { two, one, more, mixed });
  }
}
