import { expect, test } from 'vitest';
import { watch } from '../watch.ts';
import { active, health, numbered, poll, settings, told } from '../pos-stream.fixture.ts';
import { healthReports } from './health.ts';

const since = [active, health(5), poll(20, 20_020), health(60_000), { ...active, at: 60_100 }];

test('a report is due with every activation, and the next of the heartbeat comes too late for it', () => {
  expect(told([...since, health(60_200)], 80_000)).toMatchObject({ 'health/after-activation': ['passed'] });
  expect(told([...since, health(120_000)], 120_100)).toMatchObject({
    'health/after-activation': ['passed', 'no report after another activation'],
  });
});

test('a till that reports nothing any more is told so once, whatever else it was to report', () => {
  expect(told(since, 600_000)).toMatchObject({
    'health/after-activation': ['passed'],
    'health/heartbeat': ['no heartbeat'],
  });
  expect(told(since, 100_000)).toMatchObject({
    'health/after-activation': ['passed', 'no report after another activation'],
  });
});

test('one report that is refused is no reason to send no more, though a minute may go by', () => {
  const refused = { ...health(65_000), status: 503 };
  const sent = [active, health(5), poll(20, 20_020), refused];
  expect(told([...sent, health(240_000)], 250_000)).toMatchObject({ 'health/heartbeat': ['passed'] });
  expect(told(sent, 260_000)).toMatchObject({ 'health/heartbeat': ['no heartbeat'] });
});

test('the report that comes with an activation is no beat', () => {
  const again = { ...active, at: 50_000 };
  const twice = [active, health(5), poll(20, 20_020), again, health(50_010), health(110_000)];
  expect(told(twice, 200_000)).toMatchObject({ 'health/heartbeat': ['not-exercised'] });
  expect(told(twice, 300_000)).toMatchObject({ 'health/heartbeat': ['no heartbeat'] });
  expect(told([...twice, health(170_000)], 200_000)).toMatchObject({ 'health/heartbeat': ['passed'] });
});

test('a report that is a minute late is told as late, and not as the end of all reports', () => {
  const sent = [active, health(5), poll(20, 20_020), health(60_000), poll(60_100, 80_100), poll(250_000, 270_000)];
  const since = (at: number, endsAt: number) => told([...sent, health(at)], endsAt)['health/heartbeat'];
  expect(since(239_000, 280_000)).toEqual(['passed']);
  expect(since(300_000, 310_000)).toEqual(['late heartbeat', 'passed']);
  expect(told(sent, 500_000)['health/heartbeat']).toEqual(['no heartbeat']);
});

const killed = (from: number, endsAt: number) => {
  const law = watch([healthReports], settings);
  for (const seen of numbered([active, health(5), poll(20, 20_020), health(60_000)])) law.see(seen);
  law.stalled({ from, to: from + 3_000, restart: true });
  return law.end(endsAt).map(({ outcome }) => ('cause' in outcome ? outcome.cause : outcome.status));
};

test('the beat begins anew with a till that was killed, and what was missing before is missing still', () => {
  expect(killed(200_000, 380_000)).toEqual(['not-exercised']);
  expect(killed(200_000, 390_000)).toContain('no heartbeat');
  expect(killed(250_000, 260_000)).toContain('no heartbeat');
});
