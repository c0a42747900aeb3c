import type { KnownFault } from '#mocks/faults';
import { serve } from '#mocks/hosting';
import { createWarpClock, systemClock } from '#mocks/time';
import type { ConfirmedRoot, JournalEvent, RootFinding } from '#schemas';
import { peers } from '../targets/reference-peers.ts';
import { exercisedIn } from '../verdicts/detection-power.ts';
import { diagnosisOf, findingsOf, publishedLike } from '../verdicts/diagnosis.ts';
import { startsOf } from '../verdicts/merge.ts';
import { settle } from '../verdicts/settle.ts';
import { keyOf } from '../verdicts/similar-faults.ts';
import { type Certification, judgeTarget } from './certification.ts';

type Asked = Pick<Certification, 'env' | 'signal' | 'seed' | 'effort' | 'only'>;

/** Each root of a run, against a reference peer with the defect it is most like: the same scenarios, seed and effort. */
export async function* confirmations(
  events: readonly JournalEvent[],
  trial: Pick<Asked, 'env' | 'signal'>,
): AsyncGenerator<ConfirmedRoot> {
  const [started] = startsOf(events);
  if (started === undefined) return;
  const { seed, effort, plan } = started;
  const asked = { ...trial, seed, effort, only: plan.scenarios.map(({ id }) => id) };
  const result = settle(events);
  const found = findingsOf(result.requirements).map(keyOf);
  const tried = exercisedIn(result.requirements);
  for (const { findings, like } of diagnosisOf(result)) {
    const fault = publishedLike(findings, result);
    const shown = fault === undefined ? [] : await shownWith(fault, asked);
    const keys = new Set(shown.map(keyOf));
    const more = shown.filter((finding) => !found.includes(keyOf(finding)));
    yield {
      ...(like && { says: like.says }),
      ...(fault && { fault: fault.id, title: fault.title }),
      both: findings.filter((finding) => keys.has(keyOf(finding))),
      runOnly: findings.filter((finding) => !keys.has(keyOf(finding))),
      referenceOnly: more.filter(({ requirement }) => tried.has(requirement)),
      untried: more.filter(({ requirement }) => !tried.has(requirement)),
    };
  }
}

const shownWith = async ({ id, party, variants }: KnownFault, asked: Asked): Promise<readonly RootFinding[]> => {
  const clock = party === 'pos' ? createWarpClock() : systemClock;
  // The last of the tills needs no package of its own.
  const variant = (variants ?? peers[party].variants).at(-1) ?? '';
  await peers[party].prepare?.(variant);
  const peer = peers[party].create(variant, clock, { faults: [id] });
  await using host = await serve(peer.fetch);
  const config = peer.configuration(host.url);
  const certification = { ...asked, suite: party, config, file: variant, command: ['explain'], clock };
  const { requirements } = await judgeTarget(certification);
  await peer.stop?.();
  return findingsOf(requirements);
};
