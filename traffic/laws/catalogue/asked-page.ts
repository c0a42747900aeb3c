import type { Exchange } from '../../exchange.ts';
import { readAnswer } from '../../judging/answer.ts';
import { askedOf } from '../../naming/asked.ts';
import { type Listed, readListing } from './listed.ts';

/** A page of the catalogue, and what it was asked for. */
export interface AskedPage {
  readonly exchange: number;
  /** As sent; null on a full synchronisation. */
  readonly checkpoint: string | null;
  readonly limit: string | null;
  readonly products: readonly Listed[];
  readonly nextCheckpoint: string | undefined;
}

/** Undefined where it is none, or has a product without a position. */
export const askedPage = (exchange: Exchange): AskedPage | undefined => {
  const answer = exchange.call.name === 'catalogue' ? readAnswer(exchange) : undefined;
  const listing = answer?.kind === 'answered' ? readListing(answer.body) : undefined;
  if (listing === undefined || 'reason' in listing) return undefined;
  const asked = askedOf(exchange);
  return { exchange: exchange.n, checkpoint: asked.get('checkpoint'), limit: asked.get('limit'), ...listing };
};
