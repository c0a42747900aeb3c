import { createHash, createHmac } from 'node:crypto';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { createPlatform } from '#mocks/platform';
import { type Clock, createAdjustableClock, systemClock } from '#mocks/time';
import type { Config, JournalEvent, MerchantSignature, MerchantTarget } from '#schemas';
import { expect, test } from 'vitest';
import { examineMerchant } from '../doctor/merchant-doctor.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import { request, scenario } from '#lab/doubles/merchant/merchant-run';
import { lowerCased } from '#traffic';
import { run } from './session.ts';

const apiKey = 'platform-key-7';
const secret = 's3cret&signing=key';
const hmac = (text: string | Uint8Array) => createHmac('sha256', secret).update(text);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

interface Scheme {
  readonly signature: MerchantSignature;
  /** Whether a request is signed, computed from what arrived and by nothing of ours. */
  readonly holds: (request: Request, body: Uint8Array) => boolean;
  readonly signResponse: (status: number, body: Uint8Array) => Readonly<Record<string, string>>;
  /** The header that must never be written. */
  readonly secretHeader: string;
}

const combined: Scheme = {
  signature: {
    apiKey,
    secret,
    template: {
      headers: { Authorization: 'hmac v1${apiKey}${method}${path|upper}${timestamp}${nonce}', 'X-Sign': '{signature}' },
      signedParts: ['{apiKey}', '{method}', '{path|upper}', '{query}', '{timestamp}', '{nonce}', '{bodyHash}'],
      join: '$',
      timestamp: 'ms',
      encoding: 'base64',
      bodyHash: { encoding: 'base64', whenEmpty: 'omit' },
    },
    responses: {
      template: { headers: { 'X-Answer-Sign': '{signature}' }, signedParts: ['{status}', '{body}'], join: ':' },
    },
  },
  holds(request, body) {
    const { pathname, search } = new URL(request.url);
    const [version, key, method, path, ms, nonce] = request.headers.get('authorization')?.split('$') ?? [];
    const hash = body.length === 0 ? [] : [sha256(body)];
    const text = [apiKey, request.method, pathname.toUpperCase(), search.slice(1), ms, nonce, ...hash].join('$');
    return (
      [version, key, method, path].join() === ['hmac v1', apiKey, request.method, pathname.toUpperCase()].join() &&
      Math.abs(Date.now() - Number(ms)) < 300_000 &&
      request.headers.get('x-sign') === hmac(text).digest('base64')
    );
  },
  signResponse: (status, body) => ({
    'X-Answer-Sign': hmac(Buffer.concat([Buffer.from(`${status}:`), body])).digest('hex'),
  }),
  secretHeader: 'x-sign',
};

const base = (lines: readonly (readonly [string, string])[], parameters: string) =>
  [...lines, ['@signature-params', parameters] as const].map(([name, value]) => `"${name}": ${value}`).join('\n');

const rfc9421: Scheme = {
  signature: {
    apiKey,
    secret,
    messageSignatures: { components: ['@method', '@target-uri', 'content-digest', 'content-type'] },
    responses: { messageSignatures: { components: ['@status', 'content-digest'] } },
  },
  holds(request, body) {
    const parameters = request.headers.get('signature-input')?.replace(/^sig=/, '') ?? '';
    const covered = [...(/^\(([^)]*)\)/.exec(parameters)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    const wanted = ['@method', '@target-uri', 'content-digest', ...(body.length > 0 ? ['content-type'] : [])];
    const derived: Readonly<Record<string, string>> = { '@method': request.method, '@target-uri': request.url };
    const lines = covered.map((name) => [name, derived[name] ?? request.headers.get(name) ?? ''] as const);
    return (
      covered.join() === wanted.join() &&
      parameters.includes(`keyid="${apiKey}"`) &&
      request.headers.get('content-digest') === `sha-256=:${sha256(body)}:` &&
      request.headers.get('signature') === `sig=:${hmac(base(lines, parameters)).digest('base64')}:`
    );
  },
  signResponse(status, body) {
    const digest = `sha-256=:${sha256(body)}:`;
    const created = Math.floor(Date.now() / 1000);
    const parameters = `("@status" "content-digest");created=${created};keyid="${apiKey}";alg="hmac-sha256"`;
    const lines = [['@status', String(status)] as const, ['content-digest', digest] as const];
    return {
      'Content-Digest': digest,
      'Signature-Input': `shop=${parameters}`,
      Signature: `shop=:${hmac(base(lines, parameters)).digest('base64')}:`,
    };
  },
  secretHeader: 'signature',
};

const schemes: readonly [string, Scheme][] = [
  ['an HMAC template', combined],
  ['RFC 9421', rfc9421],
];

/** A shop on a socket that refuses what is not signed, and tells the refused what it got. */
const openShop = async ({ holds, signResponse, secretHeader }: Scheme, clock: Clock = systemClock) => {
  const shop = createReferenceMerchant({ variant: 'granite', clock });
  const { headers: token = {} } = shop.configuration('http://shop.example').merchant ?? {};
  const seen = { good: 0, refused: 0, signatures: new Set<string>(), spoilResponses: false };
  const served = await serve(async (incoming) => {
    const body = new Uint8Array(await incoming.clone().arrayBuffer());
    const signature = incoming.headers.get(secretHeader) ?? '';
    seen.signatures.add(signature);
    const good = holds(incoming, body);
    seen[good ? 'good' : 'refused'] += 1;
    const echo = Response.json({ got: signature }, { status: 401 });
    // A basket nobody has is refused with the signature in the answer, however good it is.
    const known = new Request(incoming, { headers: { ...Object.fromEntries(incoming.headers), ...lowerCased(token) } });
    const answer = good && !incoming.url.includes('echo') ? await shop.fetch(known) : echo;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(signResponse(answer.status, bytes))) headers.set(name, value);
    const sent = seen.spoilResponses ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes;
    return new Response(sent, { status: answer.status, headers });
  });
  const { headers: _, ...merchant } = shop.configuration(served.url).merchant ?? {};
  return { seen, merchant, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
};

const withSignature = (merchant: MerchantTarget, signature: MerchantSignature): Config => ({
  merchant: { ...merchant, signature },
});

const visit = scenario('merchant/visit', async (world) => {
  const retrieved = await world.merchant.retrieve('demo-1', { expect: 'any' });
  await world.merchant.retrieve('echo', { expect: 'any' });
  if (retrieved.kind !== 'answered') throw new Error(JSON.stringify(retrieved));
  const { price, products } = retrieved.body as { price: { currency: string }; products: { id: string }[] };
  const { currency } = price;
  const lines = products.map(({ id }) => ({ id, quantity: 1 }));
  const again = { id: 'demo-1', requestId: 'ż', price: { currency, discounts: [] }, products: lines };
  const answer = await world.merchant.recalculate(again as never, { expect: 'any' });
  if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer));
});

const shop = (scheme: Scheme, change: Partial<MerchantSignature> = {}) => ({ ...scheme.signature, ...change });

test.each(schemes)('%s: a run signs every call, looks at the answers and writes no signature', async (_, scheme) => {
  await using target = await openShop(scheme);
  const judge = async () => {
    const events: JournalEvent[] = [];
    const config = withSignature(target.merchant, shop(scheme));
    const result = await run(request(config, [visit], events));
    const observed = events.flatMap((event) => (event.event === 'observed' ? [event] : []));
    const about = observed.filter(({ assumption }) => assumption === 'assume/response-signatures');
    return { result, written: JSON.stringify({ events, result }), told: about.map(({ observation }) => observation) };
  };
  const { result, written, told } = await judge();
  expect(result.scenarios).toMatchObject([{ status: 'done' }]);
  expect(target.seen).toMatchObject({ good: 3, refused: 0 });
  expect(told).toEqual(['retrieval: signed as configured', 'recalculation: signed as configured']);
  for (const hidden of [secret, apiKey, ...target.seen.signatures]) expect(written).not.toContain(hidden);
  for (const signature of target.seen.signatures) expect(written).not.toContain(signature.split(':').at(-2) ?? 'sig=');

  target.seen.spoilResponses = true;
  const spoiled = await judge();
  expect(spoiled.told).toContain(
    'retrieval answered 200: its signature is not that of its bytes with the configured secret',
  );
  expect(spoiled.result.requirements.filter(({ status }) => status === 'failed')).toEqual([]);
});

test.each(schemes)('%s: the doctor signs, and tells a wrong secret and unsigned answers', async (_, scheme) => {
  await using target = await openShop(scheme);
  const examine = async (signature: MerchantSignature) => {
    const config = withSignature(target.merchant, signature);
    const dispatcher = createDispatcher({}, {});
    const { signal } = new AbortController();
    const deps = { clock: systemClock, signal, dispatcher, env: {} };
    const checks = await examineMerchant(config, config.merchant ?? {}, deps);
    await dispatcher.destroy();
    return checks;
  };
  const sound = await examine(shop(scheme));
  expect(sound.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(sound).toContainEqual({ name: 'response signatures', status: 'ok', message: 'as configured' });
  expect(target.seen.refused).toBe(0);

  const wrong = await examine(shop(scheme, { secret: 'another' }));
  expect(wrong).toContainEqual(expect.objectContaining({ status: 'failed', key: 'merchant.signature' }));
  target.seen.spoilResponses = true;
  expect(await examine(shop(scheme))).toContainEqual(
    expect.objectContaining({ status: 'hint', key: 'merchant.signature.responses' }),
  );
});

test.each(schemes)(
  '%s: the mock platform buys from the shop and keeps its catalogue, all signed',
  async (_, scheme) => {
    // However far its clock was moved, it signs with the real time.
    const clock = createAdjustableClock();
    clock.advance(3_600_000);
    await using target = await openShop(scheme, clock);
    const platform = createPlatform({ clock });
    const control = async (method: string, path: string, body?: object) => {
      const init = { method, ...(body && { body: JSON.stringify(body) }) };
      const response = await platform.controlFetch(new Request(`http://control.example${path}`, init));
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
    const { basketUrl, recalculateUrl, orderUrl, catalogueUrl } = target.merchant;
    const settings = { basketUrl, recalculateUrl, orderUrl, catalogueUrl, signature: scheme.signature };
    expect(await control('PUT', '/shops/s', settings)).toEqual({ status: 204, body: undefined });
    const phase = async (id: string) => (await control('GET', `/shops/s/checkouts/${id}`)).body.phase;
    const until = async (id: string, ...names: string[]) => {
      for (;;) {
        const now = await phase(id);
        if (names.includes(now.name)) return now;
        if (now.name === 'ended') throw new Error(now.reason);
        await new Promise(setImmediate);
      }
    };
    const { oaOrderId } = (await control('POST', '/shops/s/checkouts', { basketId: 'demo-1', lock: true })).body;
    await until(oaOrderId, 'open');
    await control('POST', `/shops/s/checkouts/${oaOrderId}/confirm`);
    await until(oaOrderId, 'confirmed');
    expect((await control('POST', '/shops/s/syncs')).body).toMatchObject({ kind: 'full' });
    expect(target.seen.refused).toBe(0);
    expect(target.seen.good).toBeGreaterThan(4);

    // Whose answers are not signed as agreed is not believed.
    target.seen.spoilResponses = true;
    const second = (await control('POST', '/shops/s/checkouts', { basketId: target.merchant.fixtures?.baskets?.[1] }))
      .body;
    expect(await until(second.oaOrderId, 'open', 'ended')).toMatchObject({
      name: 'ended',
      reason: expect.stringContaining('its signature is not that of its bytes'),
    });
    platform.close();
  },
);

test('a signature the control API cannot use is refused, and a module cannot be named there', async () => {
  const platform = createPlatform({ clock: createAdjustableClock() });
  const put = async (signature: object) => {
    const init = { method: 'PUT', body: JSON.stringify({ basketUrl: 'http://shop.example/', signature }) };
    const response = await platform.controlFetch(new Request('http://control.example/shops/s', init));
    return `${response.status} ${await response.text()}`;
  };
  expect(await put({ apiKey })).toMatch(/^400 .*secret/);
  expect(await put({ apiKey, secret, template: { signedParts: ['{verb}'] } })).toMatch(/^400 .*apiKey, method/);
  expect(await put({ apiKey, secret, module: './scheme.js' })).toMatch(/^400 .*only a configuration file/);
  expect(await put({ apiKey, secret, responses: { module: './scheme.js' } })).toMatch(/^400 .*only a configuration/);
  expect(await put({ apiKey, secret })).toBe('204 ');
  platform.close();
});
