import { expect, test } from 'vitest';
import type { JournalEvent, Judgement } from '#schemas';
import type { UnnumberedTraffic } from '#traffic';
import { createAttribution } from './attribution.ts';

const deleted = (messageId: string): UnnumberedTraffic => ({
  kind: 'delete',
  exchange: 0,
  at: 0,
  messageId,
  receiptHandle: messageId,
  outcome: 'deleted',
});
const reported = { status: 'failed', message: 'm', expected: 'e', actual: 'a' } as const;

test('what is done about a message is on the account of whoever sent it, and the rest on that of the latest', () => {
  const { began, sent, ofTraffic } = createAttribution({ first: 'one', emit: () => undefined, inScope: () => true });
  sent('m1', 'one');
  began('other');
  sent('m2', 'other');
  expect(ofTraffic([deleted('m1')])).toBe('one');
  expect(ofTraffic([deleted('m2')])).toBe('other');
  expect(ofTraffic([deleted('unheard-of')])).toBe('other');
  expect(ofTraffic([])).toBe('other');
});

test('what is told of calls later goes to whose calls they were, each cause written once by each', () => {
  const events: JournalEvent[] = [];
  const attribution = createAttribution({ first: 'one', emit: (event) => events.push(event), inScope: () => true });
  attribution.called(1, 'one');
  attribution.called(2, 'other');
  attribution.began('other');
  for (const exchange of [1, 2]) {
    const judgement: Judgement = { requirement: 'queue/long-polling', outcome: { ...reported, exchanges: [exchange] } };
    attribution.report(judgement, attribution.ofJudgement(judgement), 'law');
  }
  attribution.close();
  expect(attribution.hasFailed()).toBe(true);
  expect(events.map((event) => 'scenario' in event && event.scenario)).toEqual(['one', 'other']);
});
