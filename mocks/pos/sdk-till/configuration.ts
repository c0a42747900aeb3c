import type { Config, HttpActs } from '#schemas';
import { agreedShapes } from '../requests.ts';
import { fixturesOf, type RestaurantPlan } from '../restaurant/plan.ts';

export const copperConfiguration = (baseUrl: string, plan: RestaurantPlan): Config => {
  const post = (name: string, ...variables: readonly string[]): HttpActs => ({
    http: {
      method: 'POST',
      url: `${baseUrl}/backoffice/${name}`,
      body: Object.fromEntries(variables.map((variable) => [variable, `{{${variable}}}`])),
    },
  });
  return {
    target: { name: 'Copper reference till', version: '3.14.0' },
    pos: { merchantTaxId: '5250000001', fixtures: fixturesOf(plan) },
    platform: { timing: { healthInterval: '5s', healthTimeout: '15s' } },
    assumptions: { 'assume/unfinalised-shapes': agreedShapes },
    triggers: {
      activatePos: post('activate', 'platformUrl', 'merchantTaxId', 'pinCode'),
      testRoundTrip: post('test'),
      setLocation: post('setLocation', 'open', 'reasonCode', 'effectiveAt'),
      setOrderType: post('setOrderType', 'orderType', 'state', 'reasonCode', 'effectiveUntil'),
      changeListing: post('changeListing', 'listingId', 'change'),
      changeTable: post('changeTable', 'tableId', 'changeType'),
      putTipRecipient: post('putTipRecipient', 'id', 'phoneNumber', 'displayName'),
      listTipRecipients: post('listTipRecipients'),
      getTipRecipient: post('getTipRecipient', 'id'),
    },
  };
};
