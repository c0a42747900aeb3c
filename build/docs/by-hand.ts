import {
  type CommandKind,
  calls,
  command,
  type MerchantCall,
  merchantCall,
  type RequirementId,
  requirement,
  schemaOf,
} from '#schemas';
import { fence } from './markdown.ts';
import { sequences } from './sequences.ts';

/** A call to a shop, with curl and the example of its shape. */
const callToShop = (name: MerchantCall): string => {
  const { method, address, request, query = {}, marked = {} } = merchantCall(name);
  const variable = `$${address.replace(/Url$/, '_url').toUpperCase()}`;
  const given = {
    ...marked,
    ...(name === 'retrieval' && { basketId: '$BASKET' }),
    ...(query['limit'] && { limit: '3' }),
  };
  const search = Object.entries(given).map(([key, value]) => `${key}=${value}`);
  const url = `"${variable}${search.length === 0 ? '' : `?${search.join('&')}`}"`;
  if (method === 'GET' || request === undefined || request === 'events' || request === 'results')
    return `curl -i ${url}`;
  return `curl -i ${url} -H 'content-type: application/json' -d '${exampleOf(request)}'`;
};

const exampleOf = (shape: Parameters<typeof schemaOf>[0]): string => {
  const { examples } = schemaOf(shape);
  return JSON.stringify(Array.isArray(examples) ? examples[0] : {}).replaceAll("'", String.raw`'\''`);
};

export const shopCalls: Readonly<Record<string, readonly MerchantCall[]>> = {
  basket: ['retrieval'],
  http: ['retrieval'],
  recalculation: ['recalculation'],
  lock: ['lock'],
  order: ['order'],
  catalogue: ['catalogue'],
};

export const tillKinds: Readonly<Record<string, CommandKind>> = {
  queue: 'OrderSubmissionRequested',
  listings: 'ProductListingsSyncRequested',
  table: 'TableOrderSnapshotRequested',
  submission: 'OrderSubmissionRequested',
  bill: 'BillPreparationRequested',
  payment: 'BillPaymentCompleted',
};

/** What one types to see the calls of a requirement without a run. */
export const byHand = (id: RequirementId): string => {
  const [area = ''] = id.split('/');
  const { party } = requirement(id);
  if (party === 'platform') return fence('sh', 'npx conformance run platform --only ' + id);
  const shop = shopCalls[area];
  if (shop !== undefined)
    return fence(
      'sh',
      [
        '# $BASKET_URL and the like are the addresses of your shop, with your headers',
        ...shop.flatMap((name) => inSequence(id, callToShop(name))),
      ].join('\n'),
    );
  if (area === 'basket-change') {
    const push = `curl -i http://127.0.0.1:8080${calls.basketChange.path} -H 'content-type: application/json' -d '${exampleOf('basket')}'`;
    return fence(
      'sh',
      [
        'npx conformance platform --port 8080 --control-port 8081   # in one terminal, the rest in another',
        '# tell it that the basket is one it has loaded, push a change of it from the shop, and read what became of it',
        'curl -s -X POST http://127.0.0.1:8081/baskets/$BASKET/loaded',
        push,
        'curl -s http://127.0.0.1:8081/exchanges',
      ].join('\n'),
    );
  }
  const kind = tillKinds[area];
  return fence(
    'sh',
    [
      'npx conformance platform --port 8080 --control-port 8081   # in one terminal, the rest in another',
      'CONTROL=http://127.0.0.1:8081',
      `curl -s $CONTROL/locations -d '{"merchantTaxId":"5250000001","integrationProfileId":"bar"}'`,
      'curl -s -X POST $CONTROL/locations/bar/pins        # activate the till with this PIN',
      ...(kind === undefined ? ['# make the till act, then:'] : inSequence(id, sending(kind))),
      'curl -s $CONTROL/exchanges                          # what the till sent, with its verdicts',
    ].join('\n'),
  );
};

const inSequence = (id: RequirementId, call: string): readonly string[] => {
  const { call: changed, then } = sequences[id] ?? {};
  return [changed?.(call) ?? call, ...(then?.(call) ?? [])];
};

const sending = (kind: CommandKind): string =>
  `curl -s $CONTROL/locations/bar/commands -d '{"messageId":"by-hand-1","messageKind":"${kind}","payload":${exampleOf(command(kind).payload)}}'`;
