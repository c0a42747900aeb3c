import { expect, test, vi } from 'vitest';
import { createExchanges } from '#console';
import { requirement } from '#schemas';
import type { judgeExchange } from '#traffic';
import { lawOf } from '#traffic/laws';
import { certify } from './certify.ts';

const heard = vi.hoisted(() => ({ calls: [] as unknown[], isOn: false }));

interface Heard {
  readonly given: Parameters<typeof judgeExchange>;
  readonly told: ReturnType<typeof judgeExchange>;
}

vi.mock('#traffic', async (original) => {
  const traffic = await original<typeof import('#traffic')>();
  return {
    ...traffic,
    judgeExchange: (...given: Heard['given']): Heard['told'] => {
      const told = traffic.judgeExchange(...given);
      if (heard.isOn) heard.calls.push({ given, told } satisfies Heard);
      return told;
    },
  };
});

/** What a person is shown of an outcome. Of a row that a law tells of as well the console has both, and nobody can tell them apart. */
const shown = ({ told }: Heard) =>
  told.flatMap(({ requirement: id, outcome }) => {
    if (outcome.status === 'not-exercised' || lawOf(id) !== undefined) return [];
    if (outcome.status === 'passed') return [`${id} passed`];
    const isMust = outcome.status === 'failed' && requirement(id).level === 'must';
    return [`${id} ${isMust ? 'failed' : 'warned'} ${outcome.pointer ?? ''} ${outcome.message}`];
  });

/** The console does not know what a scenario wished for, so that a refusal is nothing to it. */
const isComparable = ({ given: [{ sender, response }, , { expect: wish } = {}], told }: Heard): boolean =>
  sender === 'target' ||
  wish === 'any' ||
  (response !== undefined && response.status < 300 && told.some(({ outcome }) => outcome.status === 'passed'));

test.each([
  { party: 'merchant', variant: 'granite', fault: 'catalogue:no-unit' },
  { party: 'merchant', variant: 'willow' },
  { party: 'pos', variant: 'copper' },
  { party: 'pos', variant: 'quartz' },
] as const)(
  'the console says of every exchange what a run says: $party $variant',
  { timeout: 300_000 },
  async (peer) => {
    heard.calls = [];
    heard.isOn = true;
    await certify(peer, { seed: 1 });
    heard.isOn = false;
    const said = (heard.calls as Heard[]).filter(isComparable);
    expect(said.length).toBeGreaterThan(50);
    for (const one of said) {
      const [exchange, settings = {}] = one.given;
      const console = createExchanges({ most: 1, shapes: () => settings });
      console.add(exchange);
      const judgements = console.get(1)?.judgements.filter(({ requirement: id }) => lawOf(id) === undefined);
      expect(
        judgements?.map(({ requirement: id, outcome, pointer = '', message }) =>
          message === undefined ? `${id} ${outcome}` : `${id} ${outcome} ${pointer} ${message}`,
        ),
      ).toEqual(shown(one));
    }
  },
);
