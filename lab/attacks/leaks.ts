import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searched, spelled, told } from '#harness/output/canary.fixture';
import type { ServedPlatform, Till } from './served-platform.ts';
import type { Tally } from './tally.ts';

const inHeader = 'sh0p-canary/"7';
const inQuery = 'qu3ry-canary-4711';

/** Everything secret is sent back in every spelling wherever something is kept, and must not be shown anywhere. */
export const repeatSecrets = async (platform: ServedPlatform, till: Till, tally: Tally): Promise<void> => {
  const { pinCode } = (await platform.tell('POST', `/locations/${till.id}/pins`)) as { pinCode: string };
  const basketUrl = `${platform.api}/no/shop?key=${inQuery}`;
  await platform.tell('PUT', '/shops/canary', {
    basketUrl,
    recalculateUrl: basketUrl,
    orderUrl: basketUrl,
    headers: { 'X-Key': inHeader },
  });
  const secrets = [...till.secrets, inHeader];
  const texts = [...secrets.flatMap((secret) => [secret, ...spelled([secret]).split(' | ')]), pinCode];
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    tally.inputs += 1;
    await fetch(`${platform.api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  for (const text of texts) {
    const ascii = encodeURIComponent(text);
    await post('/merchant/v1/baskets/change', { id: text, [text]: text });
    await post('/merchant/v1/pos/activate', { merchantTaxId: text, pinCode: text, pin: text, softwareName: text });
    // Spelled once: what is spelled twice over is nowhere promised.
    const body = secrets.includes(text) ? told([text]) : text;
    await post(`/merchant/v1/lost/${ascii}?${ascii}=${ascii}`, body, { 'x-debug': ascii });
    for (const path of ['pos/health', 'pos/events/PosLocationAvailabilityChanged', `async/Test/${ascii}`]) {
      tally.inputs += 1;
      await till.send(
        'POST',
        `/merchant/v1/${path}`,
        Buffer.from(JSON.stringify({ softwareName: text, open: text, [text]: 1 })),
      );
    }
  }
  await platform.tell('POST', '/shops/canary/checkouts', { basketId: 'b' });
  const shown = join(platform.around, 'own', 'kept', 'shown');
  mkdirSync(shown, { recursive: true });
  const show = async (path: string): Promise<unknown> => {
    const answer = await platform.tell('GET', path);
    writeFileSync(join(shown, `${path.replaceAll(/\W/g, '_')}.json`), JSON.stringify(answer));
    return answer;
  };
  for (const path of ['/journal', '/shops', '/state', '/clock']) await show(path);
  const { exchanges } = (await show('/exchanges?limit=1000')) as { exchanges: readonly { id: number }[] };
  for (const { id } of exchanges.slice(-500)) await show(`/exchanges/${id}`);
  writeFileSync(join(shown, 'terminal.txt'), platform.said());
  const names = new Map([
    ...till.secrets.map((secret) => [secret, 'issued key'] as const),
    [inHeader, 'header of a shop'],
    [inQuery, 'query of a shop'],
    [pinCode, 'unused PIN'],
  ]);
  tally.leaks.push(...searched(shown, names).found);
};

/** What lies where nothing was to be written. */
export const lookAround = (around: string, tally: Tally): void => {
  for (const name of readdirSync(around)) if (name !== 'own') tally.writesOutside.push(join(around, name));
  for (const name of readdirSync(join(around, 'own')))
    if (name !== 'kept' && name !== 'conformance-results') tally.writesOutside.push(join(around, 'own', name));
  const victim = join(tmpdir(), 'victim');
  if (existsSync(victim) && Date.now() - statSync(victim).mtimeMs < 3_600_000) tally.writesOutside.push(victim);
};
