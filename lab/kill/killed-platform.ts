import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { openTill } from '../soak/soak-till.ts';

/** What a platform said it had done, by location. */
export interface Acknowledged {
  readonly sent: Set<string>;
  readonly answered: Set<string>;
  /** The deletion was asked for: the message may be there or not. */
  readonly deleting: Set<string>;
  readonly deleted: Set<string>;
}

export interface Kept {
  readonly lost: readonly string[];
  readonly resurrected: readonly string[];
  /** Results that were accepted and are not known any more. */
  readonly forgotten: readonly string[];
}

export interface DataPlatform extends AsyncDisposable {
  readonly api: string;
  readonly control: string;
  readonly kill: () => Promise<void>;
}

/** A platform in a process of its own that keeps its state in the directory; what it says instead where it does not start. */
export const startPlatform = async (directory: string): Promise<DataPlatform> => {
  const script = fileURLToPath(new URL('../doubles/platform/served-platform.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close');
  const line = await Promise.race([once(child.stdout ?? child, 'data'), ended.then(() => undefined)]);
  if (line === undefined) throw new Error(said);
  const { url, controlUrl } = JSON.parse(String(line[0])) as { url: string; controlUrl: string };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { api: url, control: controlUrl, kill, [Symbol.asyncDispose]: kill };
};

/** Commands, results and deletions at one location, until the platform is gone or says no. */
export const load = async (
  { api, control }: DataPlatform,
  location: string,
  { sent, answered, deleting, deleted }: Acknowledged,
  { padding = 0, deletes = true }: { readonly padding?: number; readonly deletes?: boolean } = {},
): Promise<void> => {
  const agent = new Agent({ connections: 8 });
  let isOver = false;
  const untilOver = async (work: () => Promise<void>): Promise<void> => {
    try {
      while (!isOver) await work();
    } catch {
      isOver = true;
    }
  };
  try {
    const till = await openTill({ api, control, agent, location });
    const send = async (): Promise<void> => {
      const body = JSON.stringify({
        messageKind: 'TableOrderSnapshotRequested',
        payload: { tableId: `T${sent.size % 3}`, checkpoint: 'x'.repeat(padding) },
        force: true,
      });
      const answer = await request(`${control}/locations/${location}/commands`, {
        dispatcher: agent,
        method: 'POST',
        body,
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(text);
      sent.add(String(JSON.parse(text).messageId));
    };
    const handle = async (): Promise<void> => {
      for (const { messageId, receiptHandle } of await till.receive()) {
        await till.answer(messageId);
        answered.add(messageId);
        deleting.add(messageId);
        await till.delete(receiptHandle);
        deleted.add(messageId);
      }
    };
    await Promise.all([untilOver(send), untilOver(send), ...(deletes ? [untilOver(handle)] : [])]);
  } catch {
    // It was killed before the till was activated.
  }
  await agent.destroy();
};

export const nothingYet = (): Acknowledged => ({
  sent: new Set(),
  answered: new Set(),
  deleting: new Set(),
  deleted: new Set(),
});

/** Holds what a platform has to what one said before it. */
export const compare = async ({ control }: DataPlatform, before: ReadonlyMap<string, Acknowledged>): Promise<Kept> => {
  const answer = await request(`${control}/state`);
  const { locations } = (await answer.body.json()) as {
    locations: readonly {
      integrationProfileId: string;
      queue: readonly { messageId: string }[];
      commands: readonly { envelope: { messageId: string }; result?: unknown }[];
    }[];
  };
  const [lost, resurrected, forgotten]: [string[], string[], string[]] = [[], [], []];
  for (const [location, { sent, answered, deleting, deleted }] of before) {
    const state = locations.find(({ integrationProfileId }) => integrationProfileId === location);
    const queued = new Set(state?.queue.map(({ messageId }) => messageId));
    const results = new Set(
      state?.commands.flatMap(({ envelope, result }) => (result === undefined ? [] : [envelope.messageId])),
    );
    lost.push(...[...sent].filter((id) => !queued.has(id) && !deleting.has(id)));
    resurrected.push(...[...deleted].filter((id) => queued.has(id)));
    forgotten.push(...[...answered].filter((id) => !results.has(id)));
  }
  return { lost, resurrected, forgotten };
};

export interface KilledRounds extends Kept {
  readonly rounds: number;
  readonly sent: number;
  readonly answered: number;
  readonly deleted: number;
}

/** Kills a platform again and again under load, at moments that `random` draws, always on the same directory. */
export const killRounds = async (directory: string, rounds: number, random: () => number): Promise<KilledRounds> => {
  const before = new Map<string, Acknowledged>();
  const [lost, resurrected, forgotten]: [string[], string[], string[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    await using platform = await startPlatform(directory);
    const kept = await compare(platform, before);
    lost.push(...kept.lost);
    resurrected.push(...kept.resurrected);
    forgotten.push(...kept.forgotten);
    if (round === rounds) break;
    const location = `killed-${round}`;
    const acknowledged = nothingYet();
    before.set(location, acknowledged);
    const loaded = load(platform, location, acknowledged);
    while (acknowledged.sent.size === 0) await setTimeout(1);
    await setTimeout(random() * 500);
    await platform.kill();
    await loaded;
  }
  const count = (name: keyof Acknowledged): number =>
    [...before.values()].reduce((sum, one) => sum + one[name].size, 0);
  return {
    rounds,
    sent: count('sent'),
    answered: count('answered'),
    deleted: count('deleted'),
    lost,
    resurrected,
    forgotten,
  };
};
