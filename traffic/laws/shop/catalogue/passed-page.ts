import type { Position } from '#schemas';
import { weightOf } from '../../../retention/weight.ts';
import type { Listed } from '../../../ledgers/shop/listed.ts';

export interface ListedPage {
  readonly products: readonly Listed[];
  readonly exchange: number;
}

/** What a page leaves behind for those that come after it: a tenth of the page. */
export interface PassedPage {
  readonly exchange: number;
  readonly last: Listed | undefined;
  readonly lists: (position: Position) => boolean;
  /** In bytes, about. */
  readonly weight: number;
}

export const passedPage = (page: ListedPage): PassedPage => new Passed(page);

// A class: closures and an object for each product would be what the collector spends its time on.
class Passed implements PassedPage {
  readonly exchange: number;
  readonly last: Listed | undefined;
  readonly weight: number;
  readonly #ids: string[] = [];
  readonly #times: number[] = [];

  constructor({ products, exchange }: ListedPage) {
    this.exchange = exchange;
    this.last = products.at(-1);
    for (const { id, epochMs } of products) {
      this.#ids.push(id);
      this.#times.push(epochMs);
    }
    this.weight = weightOf(this.#ids) + 8 * this.#times.length + weightOf(this.last);
  }

  lists({ epochMs, id }: Position): boolean {
    return this.#ids.some((known, index) => known === id && this.#times[index] === epochMs);
  }
}
