import { endpointOf, type Judgement, pathOf } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { headerOf, isJsonMediaType } from '../../../headers.ts';
import { pathIn } from '../../../naming/classify.ts';
import { failed, passed, notExercised, warned } from '../../define.ts';
import type { LawSettings, MerchantLaw } from '../../law.ts';

const id = 'basket-change/called-right';

/** Endpoints › Platform-hosted: a basket change is pushed by POST, to its path, as JSON. */
export const calledRight: MerchantLaw = {
  id: 'basket-change/called-right',
  covers: [id],
  start: (settings) => ({
    see(exchange) {
      if (exchange.sender !== 'target') return [];
      if (exchange.call.name === 'basketChange') return [contentType(exchange)];
      return isMeantAsPush(exchange, settings) ? [misdirected(exchange, settings)] : [];
    },
    end: () => [notExercised(id, 'no basket change was pushed', 'triggers.pushBasketChange')],
  }),
};

/** The path is assumed, so that only another spelling of it is wrong; a call without a body pushes nothing. */
export const isMeantAsPush = (
  { call, request }: Pick<Exchange, 'call' | 'request'>,
  { paths }: Pick<LawSettings, 'paths'>,
): boolean =>
  call.name === 'unknown' &&
  request.body.bytes.byteLength > 0 &&
  folded(pathIn(request.url)) === folded(pathOf('basketChange', paths));

/** Case, doubled and trailing slashes and percent-encoding aside. */
const folded = (path: string): string =>
  path
    .replaceAll(/%[0-9a-f]{2}/giu, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replaceAll(/\/+/gu, '/')
    .replace(/\/$/u, '')
    .toLowerCase();

const misdirected = ({ n, request }: Exchange, { paths }: LawSettings): Judgement => {
  const isElsewhere = pathIn(request.url) !== pathOf('basketChange', paths);
  return failed(id, {
    message: `A basket change did not reach the platform, since it was pushed ${isElsewhere ? 'to another spelling of the path' : 'by another method'}.`,
    expected: endpointOf('basketChange', paths),
    actual: `${request.method} ${pathIn(request.url)}`,
    exchanges: [n],
    cause: isElsewhere ? 'another path' : 'another method',
  });
};

const contentType = ({ n, request }: Exchange): Judgement => {
  const type = headerOf(request.headers, 'content-type');
  if (type !== undefined && isJsonMediaType(type)) return passed(id);
  // "Bodies are JSON" (Conventions) is contradicted by another type, and not by none.
  const finding = {
    expected: 'Content-Type: application/json (or another +json type)',
    actual: type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
    exchanges: [n],
    cause: 'content type',
  };
  return type === undefined ? warned(id, finding, 'a Content-Type is not asked for') : failed(id, finding);
};
