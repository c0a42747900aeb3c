import type { RequestListener } from 'node:http';
import { worstBodies } from './worst-bodies.ts';

/** A command in the middle of something, and how one knows that it is. */
export interface Phase {
  readonly name: string;
  /** `{{url}}` is the shop. */
  readonly args: readonly string[];
  readonly files: (url: string) => Readonly<Record<string, string>>;
  readonly shop?: RequestListener;
  readonly isReached: (seen: { readonly calls: number; readonly said: string; readonly journal: string }) => boolean;
  /** Somebody who calls what the command serves, by all that it has said. */
  readonly caller?: (said: string) => void;
  /** It ends by Ctrl-C only, and may have its verdict by then. */
  readonly mayEndWell?: true;
}

const shopAt = (url: string, more: object = {}): string =>
  JSON.stringify({
    merchant: {
      basketUrl: `${url}/basket`,
      recalculateUrl: `${url}/recalculate`,
      orderUrl: `${url}/order`,
      catalogueUrl: `${url}/catalogue`,
      fixtures: { baskets: ['b'] },
    },
    ...more,
  });
const config = (more?: object) => (url: string) => ({ 'c.json': shopAt(url, more) });
export const silent: RequestListener = () => undefined;
const drip: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/json');
  response.write('{"id":"');
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
};
const worstOf = (name: string): RequestListener => {
  const text = worstBodies.find((body) => body.name === name)?.text(16 * 2 ** 20) ?? '';
  return (_, response) => void response.setHeader('content-type', 'application/json').end(text);
};
const called = ({ calls }: { readonly calls: number }): boolean => calls > 0;
const journalled = (text: string) => (seen: { readonly journal: string }) => seen.journal.includes(text);
const till = (script: string): string =>
  JSON.stringify({ pos: { merchantTaxId: '5250000001', command: script, fixtures: { tables: { open: ['T1'] } } } });
const run = ['run', 'merchant', '--ci', '--config', 'c.json', '--out', 'out'] as const;
/** In the command line of whatever a command starts. */
export const mark = 'left-behind-by-an-interrupted-run';

const watchAt = ['watch', 'merchant', '--ci', '--config', 'c.json', '--out', 'out', '--target', '{{url}}'] as const;
/** Many calls at what is watched, again and again. */
const customers = (said: string): void => {
  const [, url] = /watching +(\S+) ->/.exec(said) ?? [];
  if (url === undefined) return;
  for (let n = 0; n < 20; n += 1)
    void fetch(`${url}/catalogue?limit=${n}`)
      .then(async (answer) => answer.arrayBuffer())
      .catch(() => undefined);
};

const capture = (entries: number): string =>
  JSON.stringify({
    log: {
      entries: Array.from({ length: entries }, () => ({
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 1,
        request: { method: 'GET', url: 'http://x/catalogue?limit=5', headers: [] },
        response: { status: 200, headers: [], content: { text: '{"products":[]}' } },
      })),
    },
  });

export const phases: readonly Phase[] = [
  {
    name: 'a doctor whose patient is silent',
    args: ['doctor', 'merchant', '--config', 'c.json'],
    files: config(),
    shop: silent,
    isReached: called,
  },
  { name: 'set-up of a silent shop', args: run, files: config(), shop: silent, isReached: called },
  { name: 'a body that never ends', args: run, files: config(), shop: drip, isReached: called },
  {
    name: 'a worst body',
    args: run,
    files: config(),
    shop: worstOf('numbers for products'),
    isReached: called,
  },
  {
    name: 'a body of a million names',
    args: run,
    files: config(),
    shop: worstOf('a million names'),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a trigger that does not end',
    args: run,
    files: config({ triggers: { createBasket: { command: `sleep 61 # ${mark}` } } }),
    shop: (_, response) => void response.setHeader('content-type', 'application/json').end('{}'),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a till that never activates and does not want to end',
    args: ['run', 'pos', '--ci', '--config', 'c.json', '--out', 'out'],
    files: () => ({ 'c.json': till(`trap '' TERM; while :; do sleep 1; done # ${mark} {{pinCode}}`) }),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a till that floods its terminal',
    args: ['run', 'pos', '--ci', '--config', 'c.json', '--out', 'out'],
    files: () => ({ 'c.json': till(`yes ${mark} {{pinCode}}`) }),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a capture of very many exchanges',
    args: ['judge', 'merchant', 'big.har', '--config', 'c.json', '--out', 'out'],
    files: (url) => ({ 'c.json': shopAt('http://x', {}), 'big.har': capture(60_000), note: url }),
    isReached: journalled('"event":"exchange"'),
  },
  {
    name: 'a fleet of silent shops',
    args: ['fleet', 'fleet.yaml', '--out', 'out', '--parallel', '2'],
    files: (url) => ({
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.json`, shopAt(url)])),
      'fleet.yaml': JSON.stringify({ targets: [{ config: '*.json' }] }),
    }),
    shop: silent,
    isReached: ({ calls }) => calls > 1,
  },
  {
    name: 'a watch of a silent shop',
    args: watchAt,
    files: config(),
    shop: silent,
    caller: customers,
    isReached: called,
    mayEndWell: true,
  },
  {
    name: 'a watch that has much to judge',
    args: watchAt,
    files: config(),
    shop: worstOf('half a million empty products'),
    caller: customers,
    isReached: ({ calls, journal }) => calls > 60 && journal.includes('"event":"exchange"'),
    mayEndWell: true,
  },
  {
    name: 'a platform that is asked for its journal',
    args: ['platform', '--port', '0', '--control-port', '0'],
    files: () => ({}),
    caller(said) {
      const [, url] = /^control +(\S+)/m.exec(said) ?? [];
      if (url !== undefined) void fetch(`${url}/journal/stream`).catch(() => undefined);
    },
    isReached: ({ said }) => said.includes('Not for production'),
    mayEndWell: true,
  },
];

/** The same in the middle of a run against a reference peer, and as its reports are written. */
export const peerPhases: readonly (Phase & { readonly variant: string })[] = [
  {
    name: 'scenarios of a shop',
    variant: 'granite',
    args: run,
    files: () => ({}),
    isReached: ({ journal }) => journal.length > 300_000,
  },
  {
    name: 'reports of a shop',
    variant: 'granite',
    args: run,
    files: () => ({}),
    isReached: journalled('"event":"run-finished"'),
  },
];
