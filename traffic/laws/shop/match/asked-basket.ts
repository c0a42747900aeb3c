import { examine } from '../../../evidence/examine.ts';
import type { Finding, Judgement } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { readAnswer } from '../../../judging/answer.ts';
import { failed, defineMerchantLaw, passed, notExercised, warned } from '../../define.ts';
import { createMemory } from '../../../retention/memory.ts';
import { createIdsOfOthers } from './id-of-another.ts';
import { createUsers } from './own-user.ts';
import { scannedBasket } from '../../../ledgers/shop/requested-basket.ts';
import { shownLines } from './shown-lines.ts';
import { codesOfOthers } from '../codes/of-others.ts';

const id = 'basket/answers-the-asked';

/** Limits: what is longer cannot be the id of a basket, whatever the code carries. */
const longest = 36;

/** Endpoints › Merchant-hosted › 1: `basketId` says which basket; Resources › Basket: its id is unique, and so is that of its user. */
export const askedBasket = defineMerchantLaw({
  id: 'basket/asked-basket',
  covers: [id],
  start: ({ budget, shop: ledgers }) => {
    /** By the id that was answered, what had been asked for. */
    const owners = createMemory<{ readonly asked: string; readonly exchange: number }>(budget);
    const users = createUsers(budget);
    const codes = examine([...codesOfOthers, shownLines], ledgers, budget);
    const others = createIdsOfOthers(budget);
    const ofContents = (exchange: Exchange): readonly Judgement[] => {
      const { isOwn, finding } = users.see(exchange);
      const step = ledgers.see(exchange);
      return [
        ...(isOwn ? [passed(id)] : []),
        ...[finding, others.see(exchange)].flatMap((one) => (one === undefined ? [] : [failed(id, one)])),
        ...(step === undefined ? [] : codes.see(step)),
      ];
    };
    const ofId = (exchange: Exchange): readonly Judgement[] => {
      if (exchange.call.name !== 'retrieval') return [];
      const read = readAnswer(exchange);
      const asked = scannedBasket(exchange);
      const answered: unknown = read.kind === 'answered' ? Object(read.body).id : undefined;
      if (asked === undefined || typeof answered !== 'string') return [];
      const owner = owners.get(answered);
      if (owner === undefined) owners.set(answered, { asked, exchange: exchange.n });
      const isOther = owner !== undefined && owner.asked !== asked;
      if (answered === asked || (!isOther && [...asked].length > longest)) return [passed(id)];
      const also = isOther ? owner : undefined;
      // Nothing is said of how the letters of an id are composed.
      const isSpelled = !isOther && answered.normalize('NFC') === asked.normalize('NFC');
      const exchanges = [...(also ? [also.exchange] : []), exchange.n];
      const finding = another(asked, answered, exchanges, also?.asked);
      return [
        isSpelled ? warned(id, finding, 'how the letters of an id are composed is not stated') : failed(id, finding),
      ];
    };
    return {
      see: (exchange) => [...ofId(exchange), ...ofContents(exchange)],
      end: (now) => [...codes.end(now), notExercised(id, 'no basket was retrieved')],
    };
  },
});

const another = (asked: string, answered: string, exchanges: readonly number[], also: string | undefined): Finding => ({
  expected: `id ${JSON.stringify(asked)}`,
  actual: `id ${JSON.stringify(answered)}${also === undefined ? '' : `, which came back for ${JSON.stringify(also)} as well`}`,
  pointer: '/id',
  exchanges,
  cause: also === undefined ? 'another basket' : 'shared basket id',
});
