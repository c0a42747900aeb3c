import type { Config } from '#schemas';
import type { TillPort } from '#scenarios';
import { platformAddress } from '../config/platform-address.ts';
import { activatesItself } from '../config/configured-targets.ts';
import { unreachable } from '../doctor/reach.ts';
import { atAddresses, type TillAddresses } from '../targets/till-addresses.ts';
import { seenFromContainer, startTillContainer } from '../targets/till-container.ts';
import { type StartedTill, startTillProcess } from '../targets/till-process.ts';

export interface TillStartDeps {
  readonly config: Config;
  readonly till: Pick<TillPort, 'platformUrl' | 'merchantTaxId' | 'issuePin'>;
  /** Where the platform listens, whatever its public address. */
  readonly port: number;
  readonly signal: AbortSignal;
  readonly log: string | undefined;
  readonly redact: (text: string) => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Filled with those of a container. */
  readonly addresses: TillAddresses;
}

/** A till takes a while until its back office listens. */
const startUpMs = 60_000;
const probeMs = 200;

/** Starts the till of the configuration and waits until its triggers can be fired; undefined where it runs already. */
export const startTill = async (deps: TillStartDeps): Promise<StartedTill | undefined> => {
  const { config, till, port, log, redact, env, signal, addresses } = deps;
  const { command, image, ports = [] } = config.pos ?? {};
  const { merchantTaxId, platformUrl } = till;
  if (image !== undefined) {
    const { publicUrl } = platformAddress(config.platform);
    const started = await startTillContainer({
      image,
      ports,
      variables: {
        platformUrl: publicUrl ?? seenFromContainer(platformUrl),
        merchantTaxId,
        ...(config.triggers?.activatePos === undefined && { pinCode: till.issuePin() }),
      },
      platformPort: publicUrl === undefined ? port : undefined,
      log,
      redact,
      signal,
    });
    for (const [inside, address] of Object.entries(started.addresses)) addresses.set(Number(inside), address);
    await listening(deps, started);
    return started;
  }
  if (command === undefined) return undefined;
  const started = startTillProcess(
    command,
    // A PIN works once.
    () => ({ platformUrl, merchantTaxId, ...(activatesItself({ command }) && { pinCode: till.issuePin() }) }),
    { log, redact, env, interrupted: signal },
  );
  await listening(deps, started);
  return started;
};

const listening = async ({ config, signal, addresses }: TillStartDeps, { ended }: StartedTill): Promise<void> => {
  const template = config.triggers?.activatePos?.http?.url ?? '';
  const url = URL.parse(atAddresses(template, addresses).replaceAll(/\{\{.*?\}\}/g, 'x'));
  if (url === null) return;
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const deadline = performance.now() + startUpMs;
  while (!hasEnded && !signal.aborted && performance.now() < deadline) {
    if ((await unreachable(url, { tls: {}, limitMs: 1000, signal })) === undefined) return;
    // The time of the world outside, whatever our clock says.
    await new Promise((resolve) => setTimeout(resolve, probeMs));
  }
};
