import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { installing, serve } from '#mocks/hosting';
import { enoughTables, hasTablesToShare } from '#scenarios/arrange';
import type { Config, PosTarget, Triggers } from '#schemas';
import { platformAddress } from '../config/platform-address.ts';
import { activatesItself, endsWithCommand } from '../config/configured-targets.ts';
import { timingOf } from '../config/timing.ts';
import { toFailure } from '../client/failure.ts';
import type { Environment } from '../client/proxies.ts';
import { commandChecks, missingProgram } from './trigger-commands.ts';
import { triggerHostChecks } from './trigger-hosts.ts';
import { failure, fine, hint, type SetUpCheck } from './set-up-check.ts';

export interface TillDoctorDeps {
  readonly clock: { now(): number };
  readonly signal: AbortSignal;
  readonly env: Environment;
  readonly limitMs?: number;
}

const defaultLimitMs = 5000;

/** The triggers that unlock something, with what, and the capability it belongs to. */
const unlocks: readonly (readonly [keyof Triggers, string, keyof PosCapabilities | undefined])[] = [
  ['testRoundTrip', 'the test round trip', undefined],
  ['restartTill', 'a restart', undefined],
  ['setLocation', 'the availability of the location', 'events'],
  ['setOrderType', 'the availability of order types', 'events'],
  ['changeListing', 'changed listings', 'listings'],
  ['changeTable', 'tables that change at the till', 'STATION'],
  ['putTipRecipient', 'tip recipients', 'tips'],
];

type PosCapabilities = NonNullable<NonNullable<Config['capabilities']>['pos']>;

/**
 * Looks at the set-up of a POS run: that our platform can listen, that its public address leads to it, and that the
 * till can be made to act. Whether the till activates is for the run to see.
 */
export const examineTill = async (
  config: Config,
  target: PosTarget,
  deps: TillDoctorDeps,
): Promise<readonly SetUpCheck[]> => [
  ...(await addressChecks(config, deps)),
  ...imageChecks(target),
  ...(await startChecks(target)),
  fine('tax id', `PINs are issued for ${target.merchantTaxId}`),
  ...(await triggerChecks(config, target, deps)),
  ...(await commandChecks(config.triggers)),
  ...fixtureChecks(target, config.capabilities?.pos?.STATION !== false),
  clockCheck(config, deps.clock.now()),
];

const imageChecks = ({ image }: PosTarget): readonly SetUpCheck[] => {
  if (image === undefined || isInstalled('testcontainers')) return [];
  const message = `Start the till yourself, or install the package testcontainers: ${installing('testcontainers')}`;
  return [failure('image', message, 'pos.image')];
};

const startChecks = async ({ command = '' }: PosTarget): Promise<readonly SetUpCheck[]> => {
  const program = await missingProgram(command);
  if (program === undefined) return [];
  return [failure('till', `There is no command ${program} here, so the till cannot be started.`, 'pos.command')];
};

const isInstalled = (name: string): boolean => {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
};

const addressChecks = async (config: Config, deps: TillDoctorDeps): Promise<readonly SetUpCheck[]> => {
  const { listen } = config.platform ?? {};
  const address = platformAddress(config.platform);
  const { publicUrl } = address;
  const token = randomUUID();
  const answer = (): Response => new Response(token);
  try {
    await using host = await serve(answer, address.listen);
    const listening = fine('platform', `can listen on ${listen ?? new URL(host.url).host}`);
    if (publicUrl !== undefined) return [listening, await publicCheck(publicUrl, token, deps)];
    return [listening];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const why = code === 'EADDRINUSE' ? 'it is in use' : code;
    return [
      failure('platform', `${listen} cannot be listened on: ${why}. Give another port, or 0.`, 'platform.listen'),
    ];
  }
};

const publicCheck = async (publicUrl: string, token: string, deps: TillDoctorDeps): Promise<SetUpCheck> => {
  const key = 'platform.publicUrl';
  const limit = AbortSignal.timeout(deps.limitMs ?? defaultLimitMs);
  try {
    const { body } = await request(publicUrl, { signal: AbortSignal.any([deps.signal, limit]) });
    if ((await body.text()) === token) return fine('public address', `${publicUrl} leads to our platform`);
    return failure('public address', `Another program answers at ${publicUrl}, not our platform.`, key);
  } catch (error) {
    deps.signal.throwIfAborted();
    // A tunnel often cannot be reached from the machine it ends on.
    const why = limit.aborted ? 'no answer came' : toFailure(error).message;
    return hint(
      'public address',
      `${publicUrl} cannot be reached from here: ${why}. The till may still reach it.`,
      key,
    );
  }
};

const triggerChecks = async (
  { triggers = {}, capabilities }: Config,
  { command, image }: PosTarget,
  deps: TillDoctorDeps,
): Promise<readonly SetUpCheck[]> => {
  const checks: SetUpCheck[] = [];
  if (triggers.activatePos === undefined) {
    const how = activatesItself({ command, image })
      ? 'The till gets its PIN at its start'
      : 'You type the PIN at the till when the terminal or the console asks; with --ci nobody can';
    checks.push(hint('activation', `${how}. Activation is then judged only in part.`, 'triggers.activatePos'));
  }
  for (const [name, what, capability] of unlocks) {
    if (triggers[name] !== undefined || (capability && capabilities?.pos?.[capability] === false)) continue;
    if (name === 'restartTill' && endsWithCommand({ command })) continue;
    checks.push(hint('triggers', `This trigger is not set: ${what} will not be tested.`, `triggers.${name}`));
  }
  // What we start ourselves does not listen yet.
  if (command !== undefined || image !== undefined) return checks;
  const options = { limitMs: deps.limitMs ?? defaultLimitMs, signal: deps.signal, env: deps.env };
  // Without them nothing of a till can be judged.
  const say = ({ message, key }: { message: string; key: string }): SetUpCheck => failure('triggers', message, key);
  return [...checks, ...(await triggerHostChecks(triggers, options, say))];
};

const fixtureChecks = ({ fixtures = {} }: PosTarget, sitsAtTables: boolean): readonly SetUpCheck[] => {
  const { length } = fixtures.tables?.open ?? [];
  if (length === 0 && (fixtures.listings?.inStock ?? []).length === 0) {
    const message = 'No table and no listing is configured, so checks that need one will not be exercised.';
    return [hint('fixtures', message, 'pos.fixtures')];
  }
  if (!sitsAtTables || hasTablesToShare(fixtures)) return [];
  const message = `A slow till gets its commands one at a time. Configure ${enoughTables} or more open tables (now ${length}) to halve the run time.`;
  return [hint('fixtures', message, 'pos.fixtures.tables.open')];
};

/** Signatures name a time. */
const clockCheck = (config: Config, now: number): SetUpCheck => {
  const { clockSkewMs } = timingOf(config);
  const time = new Date(now).toISOString();
  return fine(
    'clock',
    `here it is ${time}; the till's signatures may be ${clockSkewMs / 1000} s off (platform.timing.clockSkew)`,
  );
};
