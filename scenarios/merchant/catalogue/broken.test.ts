import { decodeCheckpoint, encodeCheckpoint } from '#schemas';
import { expect, test } from 'vitest';
import catalogueCheckpoints from './checkpoints.ts';
import {
  type FakeProduct,
  type FakeSteps,
  fakeCatalogue,
  idsWith,
  report,
  soundSteps,
} from '#lab/doubles/merchant/catalogue-fake';
import catalogueFullSync from './full-sync.ts';
import catalogueLimits from './limits.ts';

const scenarios = [catalogueFullSync, catalogueCheckpoints, catalogueLimits];
const start = Date.UTC(2026, 4, 1);

/** Ties of many, ids that are prefixes of others, of several lengths, with colons, umlauts, slashes and capitals. */
const mixed = (size: number): readonly FakeProduct[] =>
  Array.from({ length: size }, (_, index) => {
    const special =
      index % 11 === 3 ? ':x' : index % 11 === 5 ? 'ł' : index % 11 === 7 ? '?>~' : index % 11 === 9 ? 'B' : '';
    const status = index % 9 === 4 ? 'DELISTED' : 'ACTIVE';
    return { id: `p${special}-${index + 1}`, epochMs: start + Math.floor(index / 14) * 1000 + 123, status } as const;
  });

const small = mixed(57);
/** More than a window, as in most shops; a walk over it costs ten times as much. */
const large = mixed(457);
const inLarge = [
  'ties lost',
  'id read as Latin-1',
  'seconds in the checkpoint',
  'last page lost',
  'starts over at the end',
];

const plainSelect = soundSteps.select;

interface Bug {
  readonly breaks: readonly string[];
  readonly steps: Partial<FakeSteps>;
  readonly products?: readonly FakeProduct[];
  readonly fixtures?: readonly string[];
}

const latin1 = (checkpoint: string) => {
  const [ms = '', ...id] = Buffer.from(checkpoint, 'base64').toString('latin1').split(':');
  return { epochMs: Number(ms), id: id.join(':') };
};
const lenient = (checkpoint: string) => {
  const [ms = '', ...id] = Buffer.from(checkpoint, 'base64').toString('utf8').split(':');
  return { epochMs: Number(ms), id: id.join(':') };
};

const strictly = ['catalogue/strictly-after-checkpoint'];
const encoding = ['catalogue/next-checkpoint-encoding'];
const decoding = ['catalogue/checkpoint-decoding'];

const bugs: Readonly<Record<string, Bug>> = {
  'greater or equal instead of greater': {
    breaks: strictly,
    steps: {
      select: (all, at, limit, ids) =>
        at
          ? all
              .filter((p) => p.epochMs > at.epochMs || (p.epochMs === at.epochMs && ids(p.id, at.id) >= 0))
              .slice(0, limit)
          : plainSelect(all, at, limit, ids),
    },
  },
  'ties lost': {
    breaks: strictly,
    steps: { select: (all, at, limit) => all.filter((p) => !at || p.epochMs > at.epochMs).slice(0, limit) },
  },
  'ties repeated': {
    breaks: strictly,
    steps: {
      select: (all, at, limit) => all.filter((p) => !at || (p.epochMs >= at.epochMs && p.id !== at.id)).slice(0, limit),
    },
  },
  'time and id compared one by one': {
    breaks: strictly,
    steps: {
      select: (all, at, limit, ids) =>
        all.filter((p) => !at || (p.epochMs >= at.epochMs && ids(p.id, at.id) > 0)).slice(0, limit),
    },
  },
  'ids compared as numbers by the filter': {
    breaks: strictly,
    steps: {
      select: (all, at, limit) => {
        const number = (id: string) => Number(/\d+$/u.exec(id)?.[0]);
        return plainSelect(all, at, limit, (a, b) => number(a) - number(b));
      },
    },
  },
  'ids ordered without regard to case': {
    breaks: ['catalogue/ascending-order'],
    steps: { compareIds: (a, b) => soundSteps.compareIds(a.toLowerCase(), b.toLowerCase()) },
    products: ['a', 'B', 'c', 'D', 'e'].map((id) => ({ id, epochMs: start })),
  },
  'ids ordered as numbers': {
    breaks: ['catalogue/ascending-order'],
    steps: { compareIds: (a, b) => Number(a.slice(1)) - Number(b.slice(1)) },
    products: Array.from({ length: 30 }, (_, index) => ({ id: `p${index + 1}`, epochMs: start })),
  },
  'newest first': {
    breaks: ['catalogue/ascending-order'],
    steps: { select: (all, at, limit, ids) => plainSelect(all, at, all.length, ids).toReversed().slice(0, limit) },
  },
  'checkpoint refused when it needs URL-decoding': {
    breaks: decoding,
    steps: { decode: (checkpoint) => (/[+/=]/u.test(checkpoint) ? undefined : decodeCheckpoint(checkpoint)) },
  },
  'plus read as a space': {
    breaks: decoding,
    steps: { decode: (checkpoint) => lenient(checkpoint.replaceAll('+', ' ')) },
    products: Array.from({ length: 40 }, (_, index) => ({
      id: `${index % 3 ? '' : '~'}p${index}`,
      epochMs: start + index,
    })),
  },
  'id cut at a colon': {
    breaks: decoding,
    steps: {
      decode: (checkpoint) => {
        const [ms = '', id = ''] = Buffer.from(checkpoint, 'base64').toString().split(':');
        return { epochMs: Number(ms), id };
      },
    },
  },
  'id read as Latin-1': { breaks: decoding, steps: { decode: latin1 } },
  'URL-safe alphabet': {
    breaks: encoding,
    steps: {
      encode: (page) => soundSteps.encode(page)?.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      decode: (checkpoint) => (/[+/=]/u.test(checkpoint) ? undefined : lenient(checkpoint)),
    },
  },
  'seconds in the checkpoint': {
    breaks: encoding,
    steps: {
      encode: (page) => {
        const last = page.at(-1);
        return last && encodeCheckpoint({ epochMs: Math.floor(last.epochMs / 1000), id: last.id });
      },
      decode: (checkpoint) => {
        const position = decodeCheckpoint(checkpoint);
        return position && { ...position, epochMs: position.epochMs * 1000 };
      },
    },
  },
  'seconds written, milliseconds read': {
    breaks: encoding,
    steps: {
      encode: (page) => {
        const last = page.at(-1);
        return last && encodeCheckpoint({ epochMs: Math.floor(last.epochMs / 1000), id: last.id });
      },
    },
  },
  'checkpoint of the first product': {
    breaks: encoding,
    steps: { encode: (page) => soundSteps.encode(page.slice(0, 1)) },
  },
  'checkpoint of its own invention': {
    breaks: encoding,
    steps: {
      encode: (page) => soundSteps.encode(page)?.replace(/^/u, 'cursor.'),
      decode: (checkpoint) => (checkpoint.startsWith('cursor.') ? decodeCheckpoint(checkpoint.slice(7)) : undefined),
    },
  },
  'limit applied before the checkpoint': {
    breaks: ['catalogue/limit-independent'],
    steps: { select: (all, at, limit, ids) => plainSelect(all.slice(0, limit), at, limit, ids) },
  },
  'last page lost': {
    breaks: ['catalogue/limit-independent'],
    steps: {
      select: (all, at, limit, ids) => {
        const page = plainSelect(all, at, limit, ids);
        return page.length < limit ? [] : page;
      },
    },
  },
  'delisted products taken out of a page': {
    breaks: ['catalogue/limit-independent'],
    steps: { select: (all, at, limit, ids) => plainSelect(all, at, limit, ids).filter((p) => p.status !== 'DELISTED') },
  },
  'a product of the fixtures listed where nothing else is': {
    breaks: ['catalogue/limit-independent'],
    fixtures: ['p-25'],
    products: small,
    steps: {
      select: (all, at, limit, ids) => {
        const page = plainSelect(all, at, limit, ids);
        const rest = page.filter(({ id }) => id !== 'p-25');
        return rest.length > 0 ? rest : page;
      },
    },
  },
  'starts over at the end': {
    breaks: ['catalogue/empty-page-ends'],
    steps: {
      select: (all, at, limit, ids) => {
        const page = plainSelect(all, at, limit, ids);
        return page.length === 0 ? all.slice(0, limit) : page;
      },
    },
  },
  'every page the first one': { breaks: strictly, steps: { select: (all, _, limit) => all.slice(0, limit) } },
  'starts over from a position that is gone': {
    breaks: strictly,
    steps: {
      select: (all, at, limit, ids) =>
        at && !all.some((p) => p.id === at.id && p.epochMs === at.epochMs)
          ? all.slice(0, limit)
          : plainSelect(all, at, limit, ids),
    },
  },
  'position found by id alone': {
    breaks: strictly,
    steps: {
      select: (all, at, limit) => {
        const from = at ? all.findIndex((p) => p.id === at.id) + 1 : 0;
        return all.slice(from, from + limit);
      },
    },
  },
  'a full synchronisation of the newer half': {
    breaks: ['catalogue/full-sync-complete'],
    steps: {
      select: (all, at, limit, ids) => plainSelect(at ? all : all.slice(Math.floor(all.length / 2)), at, limit, ids),
    },
    fixtures: ['p-1'],
  },
  'updatedAt is the time of asking': {
    breaks: ['catalogue/empty-page-ends'],
    steps: (() => {
      let now = start;
      return {
        timestamp: () => new Date(now).toISOString(),
        select: (all: readonly FakeProduct[], _: unknown, limit: number) => {
          now += 1000;
          return all.slice(0, limit);
        },
        encode: (page: readonly FakeProduct[]) =>
          soundSteps.encode(page.slice(-1).map((p) => ({ ...p, epochMs: now }))),
      };
    })(),
    products: Array.from({ length: 20 }, (_, index) => ({ id: `p${index + 10}`, epochMs: start })),
  },
};

test.each(Object.entries(bugs))('%s is charged to its requirement and to no other', async (name, bug) => {
  for (const products of bug.products ? [bug.products] : inLarge.includes(name) ? [small, large] : [small]) {
    const catalogue = fakeCatalogue(() => products, { ...soundSteps, ...bug.steps });
    const fixtures = { products: { inStock: [...(bug.fixtures ?? [])] } };
    expect(idsWith(await report(scenarios, catalogue, { fixtures }), 'failed')).toEqual(bug.breaks);
  }
});
