import type { Config } from '#schemas';
import { UsageError } from './usage-error.ts';

/** Every address of a configuration by its key, whether or not it is one. */
const addressesIn = ({ merchant = {}, platform = {}, queue = {}, triggers, pos = {} }: Config) => {
  const ofTriggers = (at: string, table: Config['triggers'] = {}) =>
    Object.entries(table).map(([name, trigger]) => [`${at}triggers.${name}.http.url`, trigger?.http?.url] as const);
  const all: readonly (readonly [key: string, address: unknown])[] = [
    ...(['basketUrl', 'recalculateUrl', 'orderUrl', 'catalogueUrl'] as const).map(
      (key) => [`merchant.${key}`, merchant[key]] as const,
    ),
    ...(['url', 'controlUrl', 'publicUrl'] as const).map((key) => [`platform.${key}`, platform[key]] as const),
    ['queue.endpoint', queue.endpoint],
    ...ofTriggers('', triggers),
    ...(pos.tills ?? []).flatMap((till, index) => ofTriggers(`pos.tills[${index}].`, till.triggers)),
  ];
  return all.flatMap(([key, address]) => (typeof address === 'string' ? [{ key, address }] : []));
};

/** A password in an address gets into every log on its way, and not every client sends it. */
export const checkUserinfo = (config: Config, where: string): void => {
  for (const { key, address } of addressesIn(config)) {
    if (!/^\s*[a-z][a-z0-9+.-]*:[/\\]*[^/\\?#]*@/iu.test(address)) continue;
    throw new UsageError(
      `${where}: ${key} holds a user name or password in front of its host. Leave it out, and send it as a header: Authorization: Basic $\{CREDENTIALS}.`,
      { key },
    );
  }
};

/** A key in a query is shown in every report unless it came from the environment. `raw`: before that was expanded. */
export const plainQueries = (raw: Config, where: string): readonly string[] =>
  addressesIn(raw).flatMap(({ key, address }) => {
    const query = /\?([^#]*)/u.exec(address)?.[1] ?? '';
    return query.split('&').flatMap((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2);
      if (value === '' || /\$\{|\{\{/u.test(value)) return [];
      return `${where}: ${key}: the value of "${name.slice(0, 80)}" is shown in reports. If it is a secret, write ${name.slice(0, 80)}=$\{NAME} and set NAME in the environment.`;
    });
  });
