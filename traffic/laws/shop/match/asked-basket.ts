import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { createMemory } from '../../../retention/memory.ts';
import { codesOfOthers } from '../codes/of-others.ts';
import { idOfAnother } from './id-of-another.ts';
import { ownUser } from './own-user.ts';
import { linesOfUser, shownLines } from './shown-lines.ts';

const requirement = 'basket/answers-the-asked';

/** Limits: what is longer cannot be the id of a basket, whatever the code carries. */
const longest = 36;

/** Endpoints › Merchant-hosted › 1: `basketId` says which basket; Resources › Basket: its id is unique, and so is that of its user. */
const asked: ShopRow = {
  requirement,
  pointer: '/id',
  look: (_, budget) => {
    /** By the id that was answered, what had been asked for. */
    const owners = createMemory<{ readonly askedId: string; readonly n: number }>(budget);
    return (step) => {
      if (step.kind !== 'retrieval' || step.askedId === undefined || step.answeredId === undefined) return undefined;
      const { askedId, answeredId, n } = step;
      const owner = owners.get(answeredId);
      if (owner === undefined) owners.set(answeredId, { askedId, n });
      const also = owner?.askedId === askedId ? undefined : owner;
      if (answeredId === askedId || (also === undefined && [...askedId].length > longest)) return 'passed';
      const isSpelled = also === undefined && answeredId.normalize('NFC') === askedId.normalize('NFC');
      const others = also && `, which came back for ${JSON.stringify(also.askedId)} as well`;
      return {
        exchanges: [...(also ? [also.n] : []), n],
        expected: `id ${JSON.stringify(askedId)}`,
        actual: `id ${JSON.stringify(answeredId)}${others ?? ''}`,
        cause: also === undefined ? 'another basket' : 'shared basket id',
        ...(isSpelled && { leeway: 'how the letters of an id are composed is not stated' }),
      };
    };
  },
};

export const askedBasket = lawByRows(
  'basket/asked-basket',
  [asked, ownUser, idOfAnother, ...codesOfOthers, shownLines, linesOfUser],
  { [requirement]: ['no basket was retrieved'] },
);
