import { Pool } from 'undici';
import { toScheme } from '#mocks/platform';
import { alternate, cpuEach, measured, middle, perSecond, ratio, type Round } from './alternate.ts';
import { type PosPeer, startOther, startPeer } from './pos-peer.ts';
import type { Row } from './row.ts';

const requests = 300;
const connections = 16;
const path = '/merchant/v1/pos/health';
const body = Buffer.from(JSON.stringify({ healthy: true, softwareName: 'Till', softwareVersion: '1' }));

/** Signed calls of many connections: verified, validated and recorded by the platform, only read by the bare responder. */
export const platformApi = async (): Promise<readonly Row[]> => {
  await using platform = await startPeer('platform');
  await using bare = await startPeer('bare');
  await using prism = await startOther('prism');
  const { ours, least, others } = await alternate(
    {
      least: () => calls(bare),
      ours: () => calls(platform),
      ...(prism !== undefined && { others: () => calls(prism) }),
    } as Readonly<Record<'least' | 'ours' | 'others', () => Promise<Round>>>,
    { rounds: 30, warmUp: 8 },
  );
  const cost = (rounds: readonly Round[]) => `${Math.round(middle(rounds, cpuEach))} us`;
  const [rate, leastRate] = [middle(ours, perSecond), middle(least, perSecond)];
  return [
    {
      name: 'platform API: requests per second, signatures verified, bodies validated and calls recorded / bare node:http',
      measured: ratio(ours, least, perSecond),
      unit: '',
      bound: { atLeast: 0.5 },
      peer: others === undefined ? '' : `Prism ${ratio(others, least, perSecond).toFixed(2)}, shapes only`,
      detail:
        `${Math.round(rate)} / ${Math.round(leastRate)} requests per second over ${connections} connections; server CPU a ` +
        `request ${cost(ours)} / ${cost(least)}${others === undefined ? '' : `, Prism ${cost(others)}`}`,
    },
  ];
};

const calls = async (peer: Pick<PosPeer, 'url' | 'activation' | 'cpuMicros'>): Promise<Round> => {
  const { url, activation } = peer;
  // Signed beforehand, so that the load costs the same whoever answers it.
  const signed = await Promise.all(
    Array.from({ length: requests }, async () => {
      const message = { method: 'POST', url: `${url}${path}`, headers: new Headers(), body };
      const signature = await toScheme(undefined).sign(message, activation.apiConfiguration, Date.now());
      return { ...signature, 'content-type': 'application/json' };
    }),
  );
  const pool = new Pool(url, { connections });
  const send = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const answer = await pool.request({ method: 'POST', path, headers, body });
    const said = await answer.body.text();
    if (answer.statusCode !== 204) throw new Error(`a sound call was answered ${answer.statusCode}: ${said}`);
  };
  const next = signed.values();
  const round = await measured(peer, requests, async () => {
    // Each connection takes the next request as soon as it is free.
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const headers of next) await send(headers);
      }),
    );
  });
  await pool.close();
  return round;
};
