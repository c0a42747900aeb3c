import { resolve } from 'node:path';
import { type KnownFault, knownFaults } from '#mocks/faults';
import { MissingPackageError } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { nearest } from '#schemas';
import { listenAddress } from '../../config/platform-address.ts';
import { writeTextFile } from '../../config/text-file.ts';
import { misuse, unknownName, UsageError } from '../../config/usage-error.ts';
import { type Peers, peers } from '../../targets/reference-peers.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import { columns } from '../terminal/columns.ts';
import { listening } from '../listening.ts';

/** Serves a reference peer until Ctrl-C: something to aim at before there is a target of one's own, or beside it. */
export const serveSample = async (
  args: CommandArgs['sample'],
  { cwd, printer, onInterrupt }: CliContext,
): Promise<number> => {
  const { party, fault = [], configOut } = args;
  const kind = peers[party];
  if (args.faults) {
    const known = faultsOf(party);
    const published = known.filter((one) => one.published);
    printer.out(columns(published.map(({ id, title, breaks }) => [id, title, breaks.join(' ')])));
    printer.note(
      `${known.length - published.length} more faults are known to be caught, but a sample cannot have them: ` +
        'conformance explain REQUIREMENT lists them.',
    );
    return 0;
  }
  const variant = variantOf(args, kind);
  for (const id of fault) checkFault(id, variant, party);
  const peer = kind.create(variant, systemClock, {
    faults: fault,
    latencyMs: countFrom(args.latency, '--latency') ?? 0,
    catalogueSize: countFrom(args.catalogueSize, '--catalogue-size'),
  });
  await loaded(kind, variant);
  await using served = await listening(peer.fetch, { ...listenAddress(args.port, '--port'), key: '--port' });
  // Whoever reads the address may press Ctrl-C at once.
  const interrupted = new Promise<void>((stop) => void onInterrupt(stop));
  const configuration = JSON.stringify(peer.configuration(served.url), null, 2);
  if (configOut === undefined) printer.out(configuration);
  else writeTextFile(resolve(cwd, configOut), `${configuration}\n`, '--config-out', resolve(cwd, configOut));
  const next =
    configOut === undefined
      ? '--config-out FILE writes the configuration above to a file.'
      : `conformance run ${party} --config ${configOut} certifies it.`;
  printer.note(`${variant} listens on ${served.url} until Ctrl-C. ${next}`);
  await interrupted;
  await peer.stop?.();
  return 0;
};

const variantOf = ({ party, variant }: CommandArgs['sample'], { variants }: Peers): string => {
  // Quartz needs no package of its own.
  if (variant === undefined) return party === 'pos' ? 'quartz' : 'granite';
  if (variants.includes(variant)) return variant;
  throw unknownName('variant', variant, nearest(variant, variants), variants);
};

const faultsOf = (party: CommandArgs['sample']['party']): readonly KnownFault[] =>
  knownFaults().filter((fault) => fault.party === party);

const checkFault = (id: string, variant: string, party: CommandArgs['sample']['party']): void => {
  const known = faultsOf(party);
  const fault = known.find((one) => one.id === id);
  const published = known.filter((one) => one.published);
  if (fault === undefined) {
    const ids = published.map((one) => one.id);
    const { message } = unknownName('fault', id, nearest(id, ids));
    throw new UsageError(`${message} --faults lists them.`, '--fault');
  }
  if (!fault.published) {
    const near = alike(fault, published);
    throw new UsageError(
      `--fault ${id} is known to be caught, but a sample cannot have it.` +
        `${near.length === 0 ? '' : ` Nearest to it: ${near.join(', ')}.`} --faults lists those that a sample can have.`,
      '--fault',
    );
  }
  const { variants } = fault;
  if (variants === undefined || variants.includes(variant)) return;
  throw new UsageError(
    `--fault ${id} cannot be seen at ${variant}: add --variant ${variants.join(' or ')}.`,
    '--variant',
  );
};

/** Faults that break the same requirement; where there is none, one of the same area. */
const alike = ({ breaks }: KnownFault, published: readonly KnownFault[]): readonly string[] => {
  const areaOf = (requirement: string): string => requirement.split('/')[0] ?? '';
  const breaking = (like: (one: string, other: string) => boolean): readonly string[] =>
    published.filter((one) => one.breaks.some((id) => breaks.some((other) => like(id, other)))).map(({ id }) => id);
  const same = breaking((one, other) => one === other);
  return same.length > 0 ? same : breaking((one, other) => areaOf(one) === areaOf(other));
};

const loaded = async ({ prepare }: Peers, variant: string): Promise<void> => {
  try {
    await prepare?.(variant);
  } catch (error) {
    if (!(error instanceof MissingPackageError)) throw error;
    throw new UsageError(`${error.message}. Or take --variant quartz, which needs none.`, '--variant');
  }
};

const countFrom = (given: string | undefined, key: string): number | undefined => {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw misuse(key, `"${given}" is not a whole number.`);
};
