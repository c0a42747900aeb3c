import { statSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '#mocks/hosting';
import { createWarpClock } from '#mocks/time';
import type { RunResult } from '#schemas';
import { expect } from 'vitest';
import { certify } from '#harness/index';
import { testFolder } from '../test-folder.ts';
import { hostileTill, type MisbehaviourName } from './hostile-till.ts';

interface Verdict {
  readonly exitCode: number;
  /** The only requirements that may be charged with it. */
  readonly charged?: readonly string[];
  readonly reason?: RegExp;
}

const bodies = ['listings/synced-body', 'table/snapshot-success', 'table/snapshot-failure', 'submission/result-body'];

/** What is true of each, by the specification: floods and odd connections are nobody's business there. */
export const verdicts: Readonly<Record<MisbehaviourName, Verdict>> = {
  // Who is dead owes nothing any more: that it died is all there is to tell.
  'dies mid-run': { exitCode: 4, reason: /^The till died during pos\/.*made no call for 7\d s/ },
  'never activates': { exitCode: 3, reason: /did not activate within 60 s.*triggers\.activatePos/ },
  'never polls': { exitCode: 1, charged: ['queue/long-polling'], reason: /never asked its queue/ },
  // A repeat for an accepted message is answered 204 and ignored; a message that does not exist is none to answer.
  'floods callbacks': { exitCode: 1, charged: ['queue/callback-address'] },
  'answers garbage': {
    exitCode: 1,
    charged: [...bodies, 'bill/result-body', 'payment/result-body', 'queue/test-round-trip'],
  },
  // What never comes to its end is no call, and says nothing about one.
  'uploads without end': { exitCode: 0 },
  'uses the API key of another location': {
    exitCode: 1,
    charged: ['auth/calls-are-signed'],
    reason: /^The run ended early: each of its \d+ calls/,
  },
  'uses the queue credentials of another location': { exitCode: 1, charged: ['queue/issued-credentials'] },
  // Limits: rate limits are not shown.
  'floods events': { exitCode: 0 },
  'hangs connections half-open': { exitCode: 0 },
  'restarts mid-run': { exitCode: 0 },
};

const certifyHostile = async (name: MisbehaviourName): Promise<{ result: RunResult; out: string }> => {
  const clock = createWarpClock();
  const till = hostileTill(name, { clock, share: 0.1 });
  const out = testFolder();
  await using host = await serve(till.fetch);
  const config = { ...till.configuration(host.url), reports: { formats: ['html' as const] } };
  const result = await certify({ suite: 'pos', config, clock, seed: 1, effort: 'quick', out });
  void till.stop();
  return { result, out };
};

/** Certifies it, and expects of the verdict what is true. */
export const expectTrueVerdict = async (name: MisbehaviourName): Promise<void> => {
  const { result, out } = await certifyHostile(name);
  const { exitCode, charged = [], reason } = verdicts[name];
  const failed = result.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
  expect({
    failed: failed.filter((id) => !charged.includes(id)),
    exitCode: result.exitCode,
    reason: result.reason,
  }).toEqual({
    failed: [],
    exitCode,
    reason: reason === undefined ? undefined : expect.stringMatching(reason),
  });
  expect(result.scenarios.filter(({ status }) => status === 'broken')).toEqual([]);
  expect(statSync(join(out, 'journal.ndjson')).size).toBeLessThan(20_000_000);
  expect(statSync(join(out, 'report.html')).size).toBeLessThan(1_500_000);
};
