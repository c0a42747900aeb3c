import { join } from 'node:path';
import { systemClock } from '#mocks/time';
import { causeId, type RunResult } from '#schemas';
import { type CallSettings, type Exchange, toBody } from '#traffic';
import { createCaptureReader } from '../captures/exchanges.ts';
import { journalName } from '../config/files.ts';
import { createJournal } from '../run/journal.ts';
import { redactorFor } from '../run/redactor.ts';
import { openWatchedRun, type WatchedRunOptions } from '../run/watched-run.ts';
import type { LivePage, LivePageOptions } from './live-page.ts';
import type { ProxiedCall } from './reverse-proxy.ts';

/** Plain values, for a thread of its own. */
export interface WatcherOptions extends Pick<WatchedRunOptions, 'suite' | 'config' | 'command'> {
  readonly secrets: readonly string[];
  readonly naming: CallSettings;
  /** An absolute path. */
  readonly out: string;
  /** Where the console is served, if it is. */
  readonly page?: LivePageOptions | undefined;
}

export type WatcherSaid =
  | {
      readonly kind: 'seen';
      readonly calls: number;
      readonly ofProtocol: number;
      /** How often each requirement was broken. */
      readonly wrong: ReadonlyMap<string, number>;
    }
  | { readonly kind: 'trouble'; readonly requirement: string; readonly message: string; readonly isMust: boolean }
  | { readonly kind: 'guessed'; readonly what: string }
  | { readonly kind: 'ended'; readonly result: RunResult };

export type PageSaid =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'no-page'; readonly code: string };

/** One who watches for weeks says the same thing once. */
const mostTroubles = 1000;

export const createWatcher = (
  { suite, config, secrets, naming, out, command }: WatcherOptions,
  say: (said: WatcherSaid) => void,
) => {
  const journal = createJournal(join(out, journalName));
  const reader = createCaptureReader({ party: suite, settings: naming });
  const told = new Set<string>();
  const wrong = new Map<string, number>();
  const once = (key: string, said: WatcherSaid): void => {
    if (told.has(key) || told.size >= mostTroubles) return;
    told.add(key);
    say(said);
  };
  const run = openWatchedRun({
    suite,
    config,
    command,
    redactor: redactorFor(config, secrets),
    clock: systemClock,
    onWrong: (requirement) => wrong.set(requirement, (wrong.get(requirement) ?? 0) + 1),
    onEvent(event) {
      journal.write(event);
      if (event.event !== 'check') return;
      const { requirement, outcome } = event;
      if (outcome.status !== 'failed' && outcome.status !== 'warned') return;
      const { message } = outcome;
      once(`${requirement} ${causeId(outcome)}`, {
        kind: 'trouble',
        requirement,
        message,
        isMust: outcome.status === 'failed',
      });
    },
  });
  let calls = 0;
  let ofProtocol = 0;
  let shown: Pick<LivePage, 'add'> | undefined;
  return {
    /** Shows every further exchange there as well. */
    show(page: Pick<LivePage, 'add'>): void {
      shown = page;
    },
    see(call: ProxiedCall): void {
      calls++;
      const exchange = reader.admit(toExchange(call, suite));
      if (exchange !== undefined) {
        ofProtocol++;
        run.see(exchange, watchedScenario);
        shown?.add(exchange);
        for (const what of reader.guessed().keys()) once(what, { kind: 'guessed', what });
      }
      say({ kind: 'seen', calls, ofProtocol, wrong });
    },
    end(): void {
      const result = run.end();
      journal[Symbol.dispose]();
      say({ kind: 'ended', result });
    },
  };
};

const watchedScenario = 'watched';

const toExchange = (
  { at, answeredAt, request, response, failure }: ProxiedCall,
  suite: 'merchant' | 'pos',
): Exchange => ({
  n: 0,
  at,
  answeredAt,
  sender: suite === 'merchant' ? 'harness' : 'target',
  call: { name: 'unknown', party: 'pos' },
  request: { ...request, body: bodyOf(request) },
  ...(response !== undefined && { response: { ...response, body: bodyOf(response) } }),
  ...(failure !== undefined && { failure }),
  facts: {},
});

const bodyOf = ({ headers, body }: ProxiedCall['request'] | NonNullable<ProxiedCall['response']>) =>
  toBody(body.bytes, { truncated: body.truncated, encoding: headers['content-encoding'] });
