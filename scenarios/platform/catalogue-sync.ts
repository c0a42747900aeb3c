import { type Checks, defineCheckedScenario, textOf } from './findings.ts';
import type { PlatformWorld, ShopCall, StandInShop } from '../context/platform.ts';

const minute = 60_000;

export default defineCheckedScenario({
  id: 'platform/catalogue-kept-in-step',
  title: 'A catalogue is synced in full, then in increments, again after a failure, and refreshed',
  covers: 'platform/catalogue-sync',
  async run(world, check) {
    const shop = await world.openShop('catalogue');
    const name = await world.control.addShop(shop.addresses, { pageLimit: 10 });
    const catalogue = watching(shop);
    const sync = async (full: boolean, wanted: 'well' | 'fails', when: string) => {
      const failure = await world.control.sync(name, full);
      const message = `The synchronisation ${when} ${wanted === 'well' ? 'failed' : 'was said to have gone well'}.`;
      check.that((failure === undefined) === (wanted === 'well'), message, wanted, failure ?? 'well');
      return catalogue.since();
    };
    const starts = (calls: readonly ShopCall[], from: string | undefined, what: string) =>
      check.that(
        calls.length > 0 && calls[0]?.checkpoint === from,
        `${what} did not start where it should.`,
        from === undefined ? 'a first call without a checkpoint' : 'a first call with the stored checkpoint',
        calls.length === 0 ? 'no call at all' : (calls[0]?.checkpoint ?? 'no checkpoint'),
      );

    const full = await sync(false, 'well', 'for the first time');
    starts(full, undefined, 'The first synchronisation');
    checkWalk(full, check);
    const stored = lastCheckpoint(full);
    const known = await world.control.products(name);
    const all = await shop.productIds();
    const missing = all.filter((id) => !known.some((product) => product.id === id));
    check.holds('all-known-after-a-full-sync', missing.length === 0, `${missing.length} of ${all.length} are missing`);

    const [changed = '', failing = '', removed = '', later = ''] = active(known).slice(3);
    await shop.changeProduct(changed);
    const increment = await sync(false, 'well', 'after a change');
    starts(increment, stored, 'An incremental synchronisation');
    checkWalk(increment, check);
    check.holds('change-known-after-a-sync', await sees(world, name, known, changed), 'the old one');

    const before = lastCheckpoint(increment) ?? stored;
    await shop.changeProduct(failing);
    shop.misbehave('catalogue', 503, 1);
    starts(await sync(false, 'fails', 'while the shop answered 503'), before, 'A synchronisation that fails');
    const again = await sync(false, 'well', 'after one that had failed');
    starts(again, before, 'The synchronisation after a failed one');
    check.holds('change-known-after-a-failure', await sees(world, name, known, failing), 'the old one');

    await shop.removeProduct(removed);
    const refresh = await sync(true, 'well', 'in full again');
    starts(refresh, undefined, 'A full refresh');
    const status = (await world.control.products(name)).find(({ id }) => id === removed)?.status;
    check.holds('delisted-by-a-refresh', status === undefined || status === 'DELISTED', status ?? '');

    await shop.changeProduct(later);
    shop.misbehave('catalogue', 'drop', 1);
    await world.control.scheduleSync(name, minute);
    await catalogue.next(world);
    await world.control.advance(minute + 1000);
    const retried = await catalogue.next(world);
    check.holds('next-cycle-after-a-failure', retried, 'none');
  },
});

const active = (products: readonly { readonly id: string; readonly status: string }[]): readonly string[] =>
  products.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);

const sees = async (
  world: PlatformWorld<'platform/catalogue-sync'>,
  shop: string,
  before: readonly { readonly id: string; readonly updatedAt: string }[],
  id: string,
): Promise<boolean> => {
  const now = (await world.control.products(shop)).find((product) => product.id === id);
  return now !== undefined && now.updatedAt !== before.find((product) => product.id === id)?.updatedAt;
};

/** Every page from the position of the one before, until an empty one. */
const checkWalk = (calls: readonly ShopCall[], check: Checks): void => {
  const broken = calls.findIndex((call, index) => index > 0 && call.checkpoint !== nextOf(calls[index - 1]));
  check.that(
    broken < 0,
    'A page was not asked for with the nextCheckpoint of the one before.',
    nextOf(calls[broken - 1]) ?? '',
    calls[broken]?.checkpoint ?? 'no checkpoint',
  );
  const empty = calls.filter(({ answer }) => isEmpty(answer)).length;
  const atEnd = isEmpty(calls.at(-1)?.answer);
  check.holds(
    'ends-with-an-empty-page',
    empty === 1 && atEnd,
    `${empty} empty pages${atEnd ? '' : ', none at the end'}`,
  );
};

const isEmpty = (page: unknown): boolean => {
  const { products } = Object(page);
  return Array.isArray(products) && products.length === 0;
};

const nextOf = (call: ShopCall | undefined): string | undefined => textOf(call?.answer, 'nextCheckpoint');

const lastCheckpoint = (calls: readonly ShopCall[]): string | undefined =>
  calls
    .filter(({ answer }) => !isEmpty(answer))
    .map(nextOf)
    .at(-1);

/** The catalogue calls as they come. */
const watching = (shop: StandInShop) => {
  let seen = 0;
  const since = () => {
    const calls = shop.calls('catalogue').filter(({ n }) => n > seen);
    seen = Math.max(seen, ...calls.map(({ n }) => n));
    return calls;
  };
  return {
    since,
    /** Whether a call comes within two seconds. */
    async next({ clock, signal }: PlatformWorld<'platform/catalogue-sync'>): Promise<boolean> {
      for (let waited = 0; waited < 2000; waited += 20) {
        if (since().length > 0) return true;
        await clock.sleep(20, signal);
      }
      return false;
    },
  };
};
