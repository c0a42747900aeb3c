import { join } from 'node:path';
import type { Config, JournalEvent, RunResult } from '#schemas';
import { json, roundPage, toRoundRow } from '#reports';
import { type Certification, type Certified, certifyTarget, judgeTarget } from './certification.ts';
import { activatesItself } from '../config/configured-targets.ts';
import { platformAddress } from '../config/platform-address.ts';
import { pageName } from '../config/files.ts';
import type { OneTill } from '../config/tills.ts';
import { clearEarlierRun, prepareOutputFolder } from './folder.ts';
import { inside } from './inside.ts';
import { writeReportFile } from './report-file.ts';
import { combine } from '../verdicts/combine.ts';

/** A certification of several tills: everything but the configuration is the same for each. */
export interface TillsCertification {
  readonly tills: readonly OneTill[];
  /** What is asked of one of them. */
  readonly certificationOf: (till: OneTill) => Certification;
  /** Whether somebody is there to do what a till cannot be made to do. */
  readonly isAttended?: boolean | undefined;
  readonly announce?: ((text: string) => void) | undefined;
}

export interface CertifiedTill {
  readonly name: string;
  readonly certified: Certified;
}

export type CertifiedTills = Awaited<ReturnType<typeof certifyTills>>;

/** A till is mostly waited for, but many of them would keep each other waiting. */
const mostAtOnce = 4;

/** Judges each till at a platform of its own; nothing is written. */
export const judgeTills = async (asked: TillsCertification): Promise<RunResult> =>
  combine(
    await ofEach(asked, async (till) => ({
      name: till.name,
      folder: till.name,
      result: await judgeTarget(asked.certificationOf(till)),
    })),
  );

/** The same with a folder for each till in `out`, and results.json of all of them. */
export const certifyTills = async (out: string, asked: TillsCertification) => {
  for (const { name } of asked.tills) prepareOutputFolder(inside(out, name), out);
  let begun = false;
  const tills = await ofEach(asked, async (till) => {
    const certification = asked.certificationOf(till);
    const onEvent = (event: JournalEvent): void => {
      if (!begun) clearEarlierRun(out, { keepReplays: false });
      begun = true;
      certification.onEvent?.(event);
    };
    return { name: till.name, certified: await certifyTarget(join(out, till.name), { ...certification, onEvent }) };
  });
  return { tills, result: await writeCombined(out, tills) };
};

/** Writes results.json of all tills beside their folders, and a page that leads to the report of each. */
export const writeCombined = async (out: string, tills: readonly CertifiedTill[]): Promise<RunResult> => {
  const result = combine(
    tills.map(({ name, certified }) => ({ name, folder: name, result: certified.reported.result })),
  );
  const rows = tills.map(({ name, certified: { reported, reports } }) =>
    toRoundRow(reported.result, { name, labels: {}, hasPage: reports.includes(pageName) }),
  );
  const content = roundPage({ tool: result.tool, at: result.finishedAt, rows }, 'till');
  const all = await json.write({ result, exchanges: new Map(), everyExchange: () => [] });
  for (const file of [...all, { path: pageName, content }]) await writeReportFile(out, file);
  return result;
};

/** In the order of the configuration, as many at once as the set-up allows. */
const ofEach = async <Outcome>(
  { tills, isAttended = false, announce }: TillsCertification,
  work: (till: OneTill) => Promise<Outcome>,
): Promise<readonly Outcome[]> => {
  const shared = tills.map(({ loaded }) => sharedIn(loaded.config, isAttended)).find((what) => what !== undefined);
  if (shared !== undefined && tills.length > 1) announce?.(`The tills are certified one after the other: ${shared}.`);
  const outcomes = new Map<OneTill, Outcome>();
  const waiting = [...tills];
  const worker = async (): Promise<void> => {
    for (let till = waiting.shift(); till !== undefined; till = waiting.shift()) outcomes.set(till, await work(till));
  };
  const workers = await Promise.allSettled(Array.from({ length: shared === undefined ? mostAtOnce : 1 }, worker));
  for (const ended of workers) if (ended.status === 'rejected') throw ended.reason;
  return tills.flatMap((till) => outcomes.get(till) ?? []);
};

/** What two tills cannot have at the same time. */
const sharedIn = ({ platform, pos, triggers = {} }: Config, isAttended: boolean): string | undefined => {
  if (platform?.publicUrl !== undefined) return 'platform.publicUrl leads to one platform';
  if ((platformAddress(platform).listen.port ?? 0) !== 0) return 'platform.listen names one port';
  if (!isAttended) return undefined;
  const isAsked = Object.values(triggers).some((trigger) => trigger.manual !== undefined);
  const isActivatedByHand = triggers.activatePos === undefined && !activatesItself(pos ?? {});
  return isAsked || isActivatedByHand ? 'you can only be at one of them' : undefined;
};
