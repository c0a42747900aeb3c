import { Pool } from 'undici';
import { toScheme } from '#mocks/platform';
import { type PosPeer, startPeer } from './pos-peer.ts';
import { median, type Row } from './row.ts';

const rounds = 8;
const requestsPerRound = 2000;
const connections = 16;
const path = '/merchant/v1/pos/health';
const body = Buffer.from(JSON.stringify({ healthy: true, softwareName: 'Till', softwareVersion: '1' }));

/** Signed calls of many connections: verified and validated by the platform, only read by the bare responder. */
export const platformApi = async (): Promise<readonly Row[]> => {
  await using platform = await startPeer('platform');
  await using bare = await startPeer('bare');
  const rates: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) rates.push({ theirs: await rate(bare), ours: await rate(platform) });
  // The first two rounds warm both up.
  const warm = rates.slice(2);
  const [ours, theirs] = [median(warm.map((one) => one.ours)), median(warm.map((one) => one.theirs))];
  return [
    {
      name: 'platform API: requests per second, signatures verified, bodies validated and calls recorded / bare node:http',
      measured: ours / theirs,
      unit: '',
      bound: { atLeast: 0.5 },
      detail: `${Math.round(ours)} / ${Math.round(theirs)} requests per second over ${connections} connections`,
    },
  ];
};

const rate = async ({ url, activation }: PosPeer): Promise<number> => {
  // Signed beforehand, so that the load costs the same whoever answers it.
  const signed = await Promise.all(
    Array.from({ length: requestsPerRound }, async () => {
      const message = { method: 'POST', url: `${url}${path}`, headers: new Headers(), body };
      return await toScheme(undefined).sign(message, activation.apiConfiguration, Date.now());
    }),
  );
  const pool = new Pool(url, { connections });
  const send = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const answer = await pool.request({ method: 'POST', path, headers, body });
    const said = await answer.body.text();
    if (answer.statusCode !== 204) throw new Error(`a sound call was answered ${answer.statusCode}: ${said}`);
  };
  const next = signed.values();
  const startedAt = performance.now();
  // Each connection takes the next request as soon as it is free.
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const headers of next) await send(headers);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return requestsPerRound / seconds;
};
