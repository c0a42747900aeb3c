import { join, resolve } from 'node:path';
import {
  guardControl,
  openStateStore,
  UnwrittenError,
  type Platform,
  type PlatformEvent,
  type QueueContainer,
  startQueueContainer,
  type StateStore,
  volatileStore,
} from '#mocks/platform';
import { createAdjustableClock } from '#mocks/time';
import { consolePage } from '#console';
import { printableLine } from '#reports/printable';
import type { Config } from '#schemas';
import { secretsInForce } from '#traffic';
import { type ListenAddress, listenAddress, platformAddress } from '../../config/platform-address.ts';
import { mayCallIn } from '../../config/shop-hosts.ts';
import { platformSettings, queueContainerOf } from '../../config/platform-settings.ts';
import { timingOf } from '../../config/timing.ts';
import { readConfigIfThere } from '../../config/read.ts';
import { checkSignatures } from '../../config/signatures.ts';
import { createConsoleRuns } from '../../console-runs/console-runs.ts';
import { createRecordedPlatform } from '../../console-runs/recorded-platform.ts';
import { samplesOf } from '../../console-runs/samples.ts';
import { misuse } from '../../config/usage-error.ts';
import { defaultOut } from '../../config/default-files.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import { controlToken } from '../control-token.ts';
import { listening, type NamedAddress } from '../listening.ts';

/** Serves the mock platform until Ctrl-C, and says what arrives there. */
export const servePlatform = async (args: CommandArgs['platform'], context: CliContext): Promise<number> => {
  const { printer, onInterrupt } = context;
  const {
    config,
    file,
    secrets,
    warnings = [],
  } = readConfigIfThere({
    file: args.config,
    cwd: context.cwd,
    env: context.env,
  });
  for (const warning of warnings) printer.note(warning);
  await checkSignatures(config, file);
  const { listen, controlListen } = platformAddress(config.platform);
  const addresses = {
    api: addressOf(args.port, '--port', listen, 'platform.listen'),
    control: addressOf(args.controlPort, '--control-port', controlListen, 'platform.controlListen'),
  };
  const store = await storeIn(args.dataDir, context.cwd);
  await using container = await containerFor(config);
  const clock = createAdjustableClock();
  const taken: number[] = [];
  let address = config.platform?.publicUrl;
  await using certification = createConsoleRuns({
    config: args.config,
    cwd: context.cwd,
    env: context.env,
    out: join(resolve(context.cwd, args.dataDir ?? defaultOut), 'console'),
    now: () => clock.now(),
    taken: () => taken,
  });
  const platform = opened(args.dataDir, store, {
    clock,
    store,
    ...platformSettings(config, container?.settings),
    healthIntervalMs: timingOf(config).healthIntervalMs,
    hidden: secrets,
    mayCall: mayCallIn(config, addresses.control.hostname),
    ports: { samples: samplesOf(config), certification, page: consolePage(), address: () => address },
  });
  nameShop(platform, config);
  // A merchant may only push changes of baskets the platform has loaded.
  for (const basketId of config.merchant?.fixtures?.baskets ?? []) platform.basketChanges.loaded(basketId);
  const redactor = secretsInForce(platform.secrets);
  platform.subscribe((event) => {
    // What came of a call is told by an event of its own.
    if (event.kind !== 'exchange' && event.kind !== 'certification')
      printer.note(printableLine(redactor().text(line(event))));
  });
  try {
    await using api = await listening(platform.fetch, addresses.api);
    const token = controlToken(addresses.control.hostname, context.env);
    await using control = await listening(
      guardControl(platform.controlFetch, { token, allowedHosts: config.platform?.allowedHosts }),
      addresses.control,
    );
    taken.push(api.port, control.port);
    address ??= api.url;
    // Whoever reads the addresses may press Ctrl-C at once.
    const interrupted = new Promise<void>((stop) => void onInterrupt(stop));
    printer.out(
      [
        `platform  ${api.url}`,
        `control   ${control.url}`,
        `console   ${control.url}/${token === undefined ? '' : `?token=${token}`}`,
        store.durable
          ? `Not for production. State is kept in ${args.dataDir}.`
          : 'Not for production: it forgets everything when it ends. --data-dir keeps it.',
      ].join('\n'),
    );
    await interrupted;
  } finally {
    platform.close();
    store.close();
  }
  return 0;
};

/** What refers to something that is gone is found out only when it is put together. */
const opened = (
  dataDir: string | undefined,
  store: StateStore,
  options: Parameters<typeof createRecordedPlatform>[0],
): Platform => {
  try {
    return createRecordedPlatform(options);
  } catch (error) {
    store.close();
    if (error instanceof UnwrittenError) throw misuse('--data-dir', `${error.message}`);
    if (!store.durable || !(error instanceof Error)) throw error;
    throw misuse(
      '--data-dir',
      `what ${dataDir} keeps does not fit together: ${error.message}. Put a copy of it back, or name another folder to begin anew.`,
    );
  }
};

const storeIn = async (dataDir: string | undefined, cwd: string): Promise<StateStore> => {
  if (dataDir === undefined) return volatileStore;
  const opened = await openStateStore(resolve(cwd, dataDir));
  if (opened.ok) return opened.store;
  throw misuse('--data-dir', `${opened.reason}`);
};

const containerFor = async (config: Config): Promise<QueueContainer | undefined> => {
  const kind = queueContainerOf(config);
  if (kind === undefined) return undefined;
  try {
    return await startQueueContainer(kind);
  } catch (error) {
    throw misuse('queue.kind', `${(error as Error).message}`);
  }
};

/** The merchant of the configuration can be bought from through the control API, as the shop `configured`. */
const nameShop = ({ control }: Platform, { merchant }: Config): void => {
  if (merchant === undefined) return;
  const { basketUrl, recalculateUrl, orderUrl, catalogueUrl, headers, signature, deliveryOptionKeys, fixtures } =
    merchant;
  const addresses = { basketUrl, recalculateUrl, orderUrl, catalogueUrl, headers, signature, deliveryOptionKeys };
  const settings = { ...addresses, baskets: fixtures?.baskets };
  control.putShop(
    'configured',
    Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
  );
};

/** A port given as a flag wins over the configured one, and leaves the configured host. */
const addressOf = (port: string | undefined, flag: string, configured: ListenAddress, key: string): NamedAddress =>
  port === undefined ? { ...configured, key } : { ...configured, ...listenAddress(port, flag), key: flag };

/** The facts of an event that fit on a line; bodies are for the control API. */
const line = ({ at, kind, ...facts }: PlatformEvent): string => {
  const told = Object.entries(facts as Readonly<Record<string, unknown>>).flatMap(([name, fact]) =>
    typeof fact === 'string' || typeof fact === 'number' || typeof fact === 'boolean' ? [`${name}=${fact}`] : [],
  );
  return [new Date(at).toISOString().slice(11, 23), kind, ...told].join(' ');
};
