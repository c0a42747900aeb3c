import type { CatalogueWorld, PageQuery } from './page.ts';
import { createTokens, type Tokens } from './tokens.ts';
import type { Answer, MerchantWorld } from '../../../context/merchant.ts';

/** The catalogue under test, as one scenario knows it. */
export interface Catalogue {
  readonly world: CatalogueWorld;
  readonly tokens: Tokens;
  /** The largest page size the target accepts. */
  readonly maximum: number;
}

/** Whoever asks for the first page first gets the answer that is there already: nothing has happened since. */
const knowing = ({ merchant, clock, signal }: CatalogueWorld, first: PageQuery, answer: Answer): CatalogueWorld => {
  let known = answer.kind === 'answered' ? answer : undefined;
  return {
    clock,
    signal,
    merchant: {
      ...merchant,
      async catalogue(query, options) {
        const now = known;
        known = undefined;
        const isFirst = query.checkpoint === undefined && query.limit === first.limit;
        return now !== undefined && isFirst ? now : await merchant.catalogue(query, options);
      },
    },
  };
};

/** Tried in turn while the target refuses: which limits it accepts is not specified. */
const limits = [100, 50, 20, 10, 1] as const;

export const openCatalogue = async (
  world: CatalogueWorld & Pick<MerchantWorld, 'assumed' | 'observe'>,
): Promise<Catalogue> => {
  const tokens = createTokens();
  const configured = world.assumed('assume/catalogue-limit-maximum');
  if (typeof configured === 'number' && Number.isInteger(configured) && configured > 0)
    return { world, tokens, maximum: configured };
  for (const limit of limits) {
    const answer = await world.merchant.catalogue({ limit }, { expect: 'any' });
    if (answer.kind === 'refused' && answer.status >= 400 && answer.status < 500 && answer.status !== 429) continue;
    if (limit !== limits[0]) world.observe('assume/catalogue-limit-maximum', `refuses limits above ${limit}`);
    return { world: knowing(world, { limit }, answer), tokens, maximum: limit };
  }
  return { world, tokens, maximum: limits[0] };
};
