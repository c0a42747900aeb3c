import type { Config, HttpActs } from '#schemas';
import { agreedShapes } from '../requests.ts';
import { fixturesOf, type RestaurantPlan } from '../restaurant/plan.ts';

export const quartzConfiguration = (baseUrl: string, plan: RestaurantPlan): Config => {
  const get = (name: string, ...variables: readonly string[]): HttpActs => ({
    http: { url: `${baseUrl}/do/${name}?${variables.map((variable) => `${variable}={{${variable}}}`).join('&')}` },
  });
  return {
    target: { name: 'Quartz reference till' },
    pos: { merchantTaxId: '7010000002', fixtures: fixturesOf(plan) },
    platform: { timing: { healthInterval: '5s', healthTimeout: '15s' } },
    assumptions: { 'assume/unfinalised-shapes': agreedShapes },
    triggers: {
      activatePos: get('activate', 'platformUrl', 'merchantTaxId', 'pinCode'),
      testRoundTrip: get('test'),
      setLocation: get('setLocation', 'open'),
      setOrderType: get('setOrderType', 'orderType', 'state'),
      changeListing: get('changeListing', 'listingId', 'change'),
      changeTable: get('changeTable', 'tableId', 'changeType'),
      putTipRecipient: get('putTipRecipient', 'id', 'phoneNumber', 'displayName'),
      listTipRecipients: get('listTipRecipients'),
      getTipRecipient: get('getTipRecipient', 'id'),
    },
  };
};
