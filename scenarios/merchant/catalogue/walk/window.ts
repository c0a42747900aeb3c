import type { CheckOutcome, Finding, Position } from '#schemas';
import { describe, describePosition, isAfter, isUndecided, type Listed, samePosition } from '#traffic/laws';
import type { Catalogue } from './catalogue.ts';
import { untilFamiliar } from './familiar.ts';
import { readPage } from './page.ts';
import { type Place, restless, walk } from './walk.ts';
import { notExercised, Unmet } from '../../../outcome.ts';

/** A stretch of the catalogue that pages are compared with. */
export interface Stretch {
  readonly products: readonly Listed[];
  /** Nothing comes after it. */
  readonly complete: boolean;
}

/** A stretch that can be read again, since a real catalogue changes while one looks at it. */
export type Window = Awaited<ReturnType<typeof openWindow>>;

export const openWindow = async (catalogue: Catalogue, size: number, from?: Place) => {
  let current = await readStretch(catalogue, size, from);
  let learnt: Promise<void> | undefined;
  let changes = 0;
  return {
    /** Learns the target's own way of writing checkpoints from those of many products, once. */
    async learn() {
      await (learnt ??= learn(catalogue));
    },
    /** Whether that was called for: a checkpoint that was worked out was not understood. */
    get hasLearnt() {
      return learnt !== undefined;
    },
    get stretch() {
      return current.stretch;
    },
    get walk() {
      return current.walk;
    },
    /** Reads it again; answers whether it changed. */
    async refresh() {
      // What has changed each time is not read any more.
      if (changes >= mostChanges) throw new Unmet(restless);
      const before = current.stretch;
      current = await readStretch(catalogue, size, from);
      const isSame = sameStretch(before, current.stretch);
      changes = isSame ? 0 : changes + 1;
      return !isSame;
    },
  };
};

const pagesToLearnFrom = 40;

/** A walk in small steps goes by the target's own checkpoints, which it understands whatever they look like. */
const learn = async ({ world, tokens }: Catalogue): Promise<void> => {
  let pages = 0;
  await walk(world, tokens, { limit: 1, visit: () => (++pages >= pagesToLearnFrom ? 'enough' : 'more') });
};

const readStretch = async ({ world, tokens, maximum }: Catalogue, size: number, from: Place | undefined) => {
  const products: Listed[] = [];
  const note = untilFamiliar(new Map());
  const walked = await walk(world, tokens, {
    limit: maximum,
    from,
    visit(page) {
      products.push(...page);
      const more = note(page);
      return products.length >= size ? 'enough' : more;
    },
  });
  return { walk: walked, stretch: { products, complete: walked.end.kind === 'ended' } };
};

const sameStretch = (a: Stretch, b: Stretch): boolean =>
  a.complete === b.complete &&
  a.products.length === b.products.length &&
  a.products.every((product, index) => {
    const other = b.products[index];
    return other !== undefined && product.id === other.id && product.updatedAt === other.updatedAt;
  });

/** How a page differs from what the stretch says comes after a position. */
export interface Mismatch {
  readonly kind: 'repeats' | 'skips' | 'adds' | 'empty' | 'beyond-end';
  readonly expected: string;
  readonly actual: string;
  readonly pointer: string;
}

/** The first difference between a page and the products of the stretch after the position. */
export const compare = (stretch: Stretch, position: Position, page: readonly Listed[]): Mismatch | undefined => {
  const after = stretch.products.filter((product) => !samePosition(product, position) && isAfter(product, position));
  const origin = stretch.products.find((product) => samePosition(product, position)) ?? position;
  // Where the two orders of ids disagree, both listing and leaving out is right.
  const optional = (product: Listed): boolean => isUndecided(product, origin);
  const head = stretch.products[0];
  let next = 0;
  for (const [index, product] of page.entries()) {
    const pointer = `/products/${index}`;
    const actual = describe(product);
    if (!isAfter(product, position))
      return { kind: 'repeats', expected: `only products after ${describePosition(position)}`, actual, pointer };
    // What a full synchronisation leaves out at its beginning is charged to that.
    if (head !== undefined && !isAfter(product, head) && !samePosition(product, head)) continue;
    let expected = after[next];
    while (expected !== undefined && !samePosition(expected, product) && optional(expected)) expected = after[++next];
    if (expected === undefined) {
      if (!stretch.complete || optional(product)) return undefined;
      return { kind: 'beyond-end', expected: 'an empty page, as at the end of the walk', actual, pointer };
    }
    if (!samePosition(expected, product)) {
      const kind = isAfter(product, expected) ? 'skips' : 'adds';
      return { kind, expected: describe(expected), actual, pointer };
    }
    next++;
  }
  const left = page.length === 0 ? after.find((product) => !optional(product)) : undefined;
  return left && { kind: 'empty', expected: describe(left), actual: 'an empty page', pointer: '/products' };
};

/** What one page from one position came to. */
export type Probe =
  | { readonly kind: 'holds' }
  | { readonly kind: 'differs'; readonly mismatch: Mismatch | undefined; readonly finding: Finding }
  | { readonly kind: 'unmet'; readonly outcome: CheckOutcome };

const says: Readonly<Record<Mismatch['kind'], string>> = {
  repeats: 'lists a product that is not after the position',
  skips: 'skips a product that is after the position',
  adds: 'lists a product that a walk over the same stretch does not',
  empty: 'is empty though products come after the position',
  'beyond-end': 'lists products although a walk over the same stretch had ended before them',
};

/** One after the other. */
const mostChanges = 6;

/** Asks for the page after a position; a difference counts when the stretch stayed the same and it is there again. */
export const probe = async (
  catalogue: Catalogue,
  window: Window,
  position: Position,
  limit: number,
): Promise<Probe> => {
  const checkpoint = catalogue.tokens.of(position);
  const found = await probeWith(catalogue, window, { position, limit, checkpoint });
  if (found.kind !== 'differs') return found;
  // The platform sends what the merchant gave out, so its own spelling decides, however wrong that is.
  await window.learn();
  const own = catalogue.tokens.of(position);
  return own === checkpoint ? found : await probeWith(catalogue, window, { position, limit, checkpoint: own });
};

interface Ask {
  readonly position: Position;
  readonly limit: number;
  readonly checkpoint: string | undefined;
}

const probeWith = async (
  { world }: Catalogue,
  window: Window,
  { position, limit, checkpoint }: Ask,
): Promise<Probe> => {
  if (checkpoint === undefined) return { kind: 'unmet', outcome: inventedTokens };
  let confirming = false;
  for (let attempt = 0; attempt < mostChanges; attempt++) {
    const page = await readPage(world, { checkpoint, limit });
    if (page.kind === 'cut') return { kind: 'unmet', outcome: page.outcome };
    if (page.kind === 'refused') return { kind: 'differs', mismatch: undefined, finding: refused(page, position) };
    const mismatch = compare(window.stretch, position, page.products);
    if (mismatch === undefined) return { kind: 'holds' };
    if (confirming)
      return { kind: 'differs', mismatch, finding: finding(mismatch, position, limit, checkpoint, page.exchange) };
    confirming = !(await window.refresh());
  }
  return { kind: 'unmet', outcome: restless };
};

const inventedTokens = notExercised(
  'the checkpoints of this shop are not the Base64 of time and id, so only the walk itself could be judged',
);

const refused = (page: { readonly status: string; readonly exchange: number }, position: Position): Finding => ({
  expected: `the products after ${describePosition(position)}`,
  actual: page.status,
  exchanges: [page.exchange],
  cause: 'checkpoint refused',
});

const finding = (
  { kind, expected, actual, pointer }: Mismatch,
  position: Position,
  limit: number,
  checkpoint: string,
  exchange: number,
): Finding => ({
  message: `The page after ${describePosition(position)} ${says[kind]}.`,
  expected,
  actual: `${actual} (checkpoint=${checkpoint}, limit=${limit})`,
  pointer,
  exchanges: [exchange],
  cause: `page ${says[kind]}`,
});
