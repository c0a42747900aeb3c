import { serve } from '#mocks/hosting';
import { createReferenceMerchant, type MerchantVariant } from '#mocks/merchant';
import { createReferenceTill, type PosFaultId, type PosVariant } from '#mocks/pos';
import { systemClock } from '#mocks/time';

/** A reference till on sockets, which is activated as a person would: by typing what the page shows. */
export const openTill = async (variant: PosVariant, platformUrl: string, faults: readonly PosFaultId[] = []) => {
  const till = createReferenceTill({ variant, clock: systemClock, faults });
  const office = await serve(till.fetch);
  const { pos, triggers } = till.configuration(office.url);
  const merchantTaxId = pos?.merchantTaxId ?? '';
  const trigger = triggers?.activatePos;
  if (trigger === undefined || !('http' in trigger) || trigger.http === undefined)
    throw new Error('the till is activated by HTTP');
  const { url, method = 'GET', body } = trigger.http;
  return {
    merchantTaxId,
    openTable: pos?.fixtures?.tables?.open?.[0] ?? '',
    async activate(pinCode: string): Promise<void> {
      const variables: Readonly<Record<string, string>> = { platformUrl, merchantTaxId, pinCode };
      const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '');
      const response = await fetch(
        url.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => encodeURIComponent(variables[name] ?? '')),
        { method, ...(body !== undefined && { body: filled(JSON.stringify(body)) }) },
      );
      if (!response.ok) throw new Error(`the till answered ${response.status}`);
    },
    async [Symbol.asyncDispose]() {
      await till.stop();
      await office[Symbol.asyncDispose]();
    },
  };
};

/** A reference shop on a socket, with what there is to buy. */
export const openShop = async (variant: MerchantVariant) => {
  const shop = createReferenceMerchant({ variant, clock: systemClock });
  const served = await serve(shop.fetch);
  const { merchant = {} } = shop.configuration(served.url);
  const { basketUrl = '', recalculateUrl = '', orderUrl = '', catalogueUrl = '', headers = {}, fixtures } = merchant;
  return {
    settings: { basketUrl, recalculateUrl, orderUrl, catalogueUrl, headers },
    baskets: fixtures?.baskets ?? [],
    discountCodes: fixtures?.discountCodes ?? {},
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
};
