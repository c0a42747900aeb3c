import type { Triggers } from '#schemas';
import { type Environment, proxyFor } from '../client/proxies.ts';
import { type ReachOptions, unreachable } from './reach.ts';
import { fine, hint, type SetUpCheck } from './set-up-check.ts';

export interface TriggerHostsOptions extends Omit<ReachOptions, 'tls'> {
  readonly env: Environment;
  /** Origins that have been tried already. */
  readonly known?: ReadonlySet<string>;
}

type Unreachable = Required<Pick<SetUpCheck, 'message' | 'key'>>;

/** Whether somebody listens where triggers are to be sent; nothing is sent. `say` tells what it means where nobody does. */
export const triggerHostChecks = async (
  triggers: Triggers = {},
  { limitMs, signal, env, known = new Set() }: TriggerHostsOptions,
  say: (problem: Unreachable) => SetUpCheck = ({ message, key }) => hint('triggers', message, key),
): Promise<readonly SetUpCheck[]> => {
  const origins = new Map<string, string>();
  for (const [name, trigger] of Object.entries(triggers)) {
    const url = URL.parse(trigger?.http?.url.replaceAll(/\{\{.*?\}\}/g, 'x') ?? '');
    if (
      url === null ||
      !/^https?:$/u.test(url.protocol) ||
      known.has(url.origin) ||
      origins.has(url.origin) ||
      proxyFor(url, env)
    )
      continue;
    origins.set(url.origin, `triggers.${name}`);
  }
  const reached = [...origins].map(async ([origin, key]) => {
    const why = await unreachable(new URL(origin), { tls: {}, limitMs, signal });
    if (why === undefined) return fine('triggers', `${origin} can be reached`);
    return say({ message: `${origin} cannot be reached: ${why}.`, key });
  });
  return await Promise.all(reached);
};
