import { setTimeout as later } from 'node:timers/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RunResult } from '#schemas';
import type { CallSettings } from '#traffic';
import { printableLine } from '#reports/printable';
import { listenAddress } from '../../config/platform-address.ts';
import { flagsOf } from '../../config/flags.ts';
import { journalName } from '../../config/files.ts';
import { callSettings } from '../../config/call-settings.ts';
import { readConfigIfThere } from '../../config/read.ts';
import { misuse, UsageError } from '../../config/usage-error.ts';
import { prepareOutputFolder, setEarlierWatchAside } from '../../output/folder.ts';
import { writeWatchedReports } from '../../output/watched.ts';
import { readJournal } from '../../run/journal.ts';
import { redactorFor } from '../../run/redactor.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { settle } from '../../verdicts/settle.ts';
import { createReverseProxy, type ProxiedCall } from '../../watch/reverse-proxy.ts';
import { createMirror } from '../../watch/mirror.ts';
import { startWatching } from '../../watch/watching.ts';
import type { WatcherSaid } from '../../watch/watcher.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import { controlToken } from '../control-token.ts';
import { showCertified } from './run-summary.ts';
import { sayWhichCalls } from './judge.ts';

/** `conformance watch`: stands before a live shop or platform, passes everything on, and judges what it sees until Ctrl-C. */
export const watchLive = async (args: CommandArgs['watch'], context: CliContext): Promise<number> => {
  const { cwd, env, printer, onInterrupt } = context;
  const { suite, sample } = args;
  const target = targetOf(args);
  const [key, given] = args.mirror === undefined ? ['--listen', args.listen] : ['--mirror', args.mirror];
  const address = listenAddress(given, key);
  checkMirror(args, address.hostname);
  if (!(sample > 0 && sample <= 1)) throw misuse('--sample', `${sample} is no share. Give one above 0 and up to 1.`);
  if (suite === 'pos' && sample < 1)
    throw misuse('--sample', 'what a till does is judged call after call, so that none may be left out.');
  if (!(args.bodyCap >= 0)) throw misuse('--body-cap', `${args.bodyCap} is no size. Give so many KiB.`);
  const page = args.controlPort === undefined ? undefined : listenAddress(args.controlPort, '--control-port');
  const token = controlToken(page?.hostname, env);
  const { config, secrets } = readConfigIfThere({ file: args.config, cwd, env });
  // A shop is watched for days: what an earlier watch saw is kept, also where it is started again in the same folder.
  const folder = args.out ?? join('conformance-watch', new Date().toISOString().replaceAll(':', '-').slice(0, 19));
  const out = prepareOutputFolder(folder, cwd);
  if (setEarlierWatchAside(out))
    printer.note(
      `What was watched before is kept: conformance judge ${suite} ${folder}/journal*.ndjson judges all of it.`,
    );

  let seen: Extract<WatcherSaid, { kind: 'seen' }> = { kind: 'seen', calls: 0, ofProtocol: 0, wrong: new Map() };
  const watching = startWatching(
    {
      suite,
      config,
      secrets,
      naming: target === undefined ? callSettings(suite, config) : behind(target, callSettings(suite, config)),
      out,
      command: commandOf(args),
      page: page && { ...page, ...(token !== undefined && { token }) },
    },
    {
      onSaid(said) {
        if (said.kind === 'trouble')
          printer.note(printableLine(`${said.isMust ? '✗' : '!'} ${said.requirement}  ${said.message}`));
        else if (said.kind === 'guessed') printer.note(printableLine(`Taken for ${said.what}`));
        else if (said.kind === 'seen') {
          seen = said;
          if (printer.live) printer.status(`${said.calls} calls, ${said.ofProtocol} of the protocol`);
        }
      },
      onStopped: (reason) => printer.note(`Judging stopped (${reason}). The traffic goes on.`),
    },
  );
  const strays = new Set<string>();
  const noteOnce = (text: string): void => {
    if (strays.has(text) || strays.size >= mostStrays) return;
    strays.add(text);
    printer.note(printableLine(text));
  };
  // Such as a log on a disk that is full: telling of it fails as well, so it is told once.
  const perish = context.outlive((reason) => noteOnce(`Something of ours failed (${reason}). The traffic goes on.`));
  let pairs = 0;
  const source = {
    now: Date.now,
    mostBody: args.bodyCap * 1024,
    onCall: (call: ProxiedCall): void => {
      pairs++;
      if (sample === 1 || Math.random() < sample) watching.see(call);
    },
  };
  const server =
    args.mirror === undefined && target !== undefined
      ? createReverseProxy({ ...source, target, changeHost: args.changeHost })
      : createMirror({
          ...source,
          onRefused: (why) => noteOnce(`A mirrored line was refused: ${why}.`),
          metrics: () => ({
            mirror_pairs: { help: 'Pairs that were taken.', counts: pairs },
            mirror_unjudged: { help: 'Pairs that judging had no room for.', counts: watching.missed() },
            protocol_calls: { help: 'Calls of the protocol that were judged.', counts: seen.ofProtocol },
            violations: { help: 'Violations and warnings.', label: 'requirement', counts: seen.wrong },
          }),
        });
  server.listen(address.port ?? 0, address.hostname ?? '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    await watching.end();
    throw misuse(key, `${given} cannot be listened on (${(error as NodeJS.ErrnoException).code}).`);
  }
  const { address: host, port } = server.address() as AddressInfo;
  // Whoever reads the address may press Ctrl-C at once.
  let forget: () => void = () => undefined;
  const interrupted = new Promise<void>((stop) => {
    forget = onInterrupt(
      () => {
        printer.note('Ending: writing the reports. Ctrl-C again ends at once.');
        stop();
      },
      () =>
        printer.note(
          `Ended before all reports were written: conformance report ${folder} writes them from the journal.`,
        ),
    );
  });
  printer.out(
    `watching  http://${host.includes(':') ? `[${host}]` : host}:${port} ${args.mirror === undefined ? `-> ${target?.href}` : '<- pairs'}\njournal   ${folder}`,
  );
  // The traffic waits for nothing of this.
  void watching.page.then((said) =>
    said.kind === 'page'
      ? printer.out(`console   ${said.url}/${token === undefined ? '' : `?token=${token}`}`)
      : printer.note(`There is no console: --control-port ${args.controlPort} cannot be listened on (${said.code}).`),
  );
  await interrupted;
  server.close();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), lastCallsMs).unref();
  if (server.listening || seen.calls > 0) await Promise.race([once(server, 'close'), later(lastCallsMs)]);
  const ended = await watching.end();
  perish();
  printer.status('');
  printer.note(`${seen.ofProtocol} of ${seen.calls} calls are of the protocol; ${watching.missed()} were not judged.`);
  if (seen.calls > 0 && seen.ofProtocol === 0) printer.note(sayWhichCalls[suite]);
  const result = ended ?? settledIn(out, printer);
  if (result === undefined) {
    forget();
    return exitCodes.notJudged;
  }
  const certified = await writeWatchedReports(out, result, { config, env, redactor: redactorFor(config, secrets) });
  // Everything is written: from here on nothing is late.
  forget();
  return showCertified(certified, { folder, open: args.open }, context).code;
};

const settledIn = (out: string, { note }: CliContext['printer']): RunResult | undefined => {
  try {
    return settle(readJournal(join(out, journalName)));
  } catch (error) {
    note(`Nothing was judged: there is no journal to report (${(error as Error).message}).`);
    return undefined;
  }
};

/** The shop's addresses are what its customers call; here its calls are seen where they are passed on to. */
const behind = (target: URL, settings: CallSettings): CallSettings => ({
  ...settings,
  ...(settings.merchant !== undefined && {
    merchant: Object.fromEntries(
      Object.entries(settings.merchant).map(([key, address]) => {
        const url = typeof address === 'string' ? URL.parse(address) : null;
        return [key, url === null ? address : `${target.origin}${url.pathname}${url.search}`];
      }),
    ),
  }),
});

const mostStrays = 20;

/** For calls that are under way when it ends. */
const lastCallsMs = 500;

/** Whoever can reach a mirror can say what the shop did: only this machine's own proxies may. */
const checkMirror = ({ mirror, listen }: CommandArgs['watch'], hostname = '127.0.0.1'): void => {
  if (mirror === undefined) return;
  const key = listen === undefined ? '--mirror' : '--listen';
  if (listen !== undefined)
    throw new UsageError('--listen is for a proxy in the path: leave it out, or leave out --mirror.', key);
  if (!/^(?:127\.[\d.]+|::1|localhost)$/.test(hostname))
    throw new UsageError(`--mirror: ${hostname} is not of this machine. Give a port, or 127.0.0.1:PORT.`, key);
};

const targetOf = ({ target, mirror }: CommandArgs['watch']): URL | undefined => {
  if (target === undefined && mirror !== undefined) return undefined;
  const url = target === undefined ? null : URL.parse(target);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
  const why = target === undefined ? 'is missing' : `"${target}" is not an address`;
  throw new UsageError(`--target ${why}: give the http:// or https:// URL that calls are passed on to.`, '--target');
};

const commandOf = ({ suite, listen, mirror, target, config, sample }: CommandArgs['watch']): readonly string[] => [
  'watch',
  suite,
  ...flagsOf({ listen, mirror, target, config, sample: sample === 1 ? undefined : sample }),
];
