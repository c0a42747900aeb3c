import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signatures } from '#mocks/faults';
import { isRequirementId } from '#schemas';
import { findingIn, keysOf } from '#harness/verdicts/similar-faults';
import { peers } from '../faults/index.ts';
import { failingText } from '../proof/failing.ts';
import { leftOut, pairsSaid, saidOf, sharesOf } from './measure.ts';
import { diagnosed, signaturesFile, signaturesFrom, signaturesText } from './signatures.ts';

const of = (party: string) => signatures().filter((signature) => signature.party === party);

test('signatures are small, and those of faults and requirements that there are', () => {
  expect(statSync(signaturesFile).size).toBeLessThan(300 * 1024);
  expect(signatures().filter(({ party, fault }) => !Object.hasOwn(peers[party].faults, fault))).toEqual([]);
  expect(
    signatures()
      .flatMap(keysOf)
      .map((key) => findingIn(key).requirement)
      .filter((id) => !isRequirementId(id)),
  ).toEqual([]);
});

// `npm run signatures -- measure` measures all of them.
test.each(diagnosed)('faults of a %s that are left out of the data are told by the others', (party) => {
  const all = leftOut(of(party));
  const some = all.filter((_, at) => at % Math.ceil(all.length / 100) === 0);
  const shares = sharesOf(some.map(saidOf));
  expect(shares['right area']).toBeGreaterThanOrEqual(0.95);
  // As measured of 668 and 360 faults: 72 % and 76 %.
  expect(shares['right mechanism']).toBeGreaterThanOrEqual({ merchant: 0.65, pos: 0.7 }[party]);
  expect(shares.wrong).toBeLessThanOrEqual(0.02);
  expect(shares['one root']).toBeGreaterThanOrEqual(0.9);
});

test.each(diagnosed)('two faults of a %s at once are two cards, and no card holds findings of both', (party) => {
  const said = pairsSaid(of(party), { seed: 'pairs 1', pairs: 200 });
  expect(said['one card for both']).toBeLessThanOrEqual(0.01);
  expect(said['two cards']).toBeGreaterThanOrEqual(0.98);
});

test('a fault that is proved again is replaced, and one that is gone goes', async () => {
  const [known] = of('merchant');
  if (known === undefined) throw new Error('there is no signature');
  const gone = { ...known, fault: 'order:gone' };
  const row = { id: 'order/idempotent', level: 'must', status: 'failed', checks: 1, scenarios: [] } as const;
  const finding = { scenario: 's', message: '', expected: '', actual: '', exchanges: [], replay: '' };
  const proof = (variant: string, ...causes: readonly string[]) => ({
    party: 'merchant' as const,
    variant,
    fault: known.fault,
    verdict: 'non-conformant' as const,
    catches: [],
    rows: [{ ...row, scenarios: [], violations: causes.map((cause) => ({ ...finding, cause })) }],
    missed: [],
    weaker: [],
    astray: [],
    captured: { missed: [], invented: [], findings: [] },
    silent: [],
    requests: 1,
    durationMs: 1,
    runMs: 1,
  });
  const proved = signaturesFrom([proof('granite', 'one', 'two'), proof('willow', 'one')]);
  const replaced = {
    party: 'merchant',
    fault: known.fault,
    always: ['order/idempotent one'],
    sometimes: ['order/idempotent two'],
  };
  expect(proved).toEqual([replaced]);
  expect(JSON.parse(await signaturesText(proved, [known, gone]))).toEqual([{ ...replaced, kind: known.kind }]);
  const failing = { merchant: { [known.fault]: ['order/idempotent'] }, pos: {} };
  expect(JSON.parse(failingText([proof('granite', 'one'), proof('willow', 'one')], { merchant: {}, pos: {} }))).toEqual(
    failing,
  );
  expect(JSON.parse(failingText([], failing))).toEqual(failing);
});
