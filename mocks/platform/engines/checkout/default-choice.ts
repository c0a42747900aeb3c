import { randomUUID } from 'node:crypto';
import type { DeliveryDetails } from '#schemas';
import type { Choice, Offer } from './offer.ts';

const buyer = {
  email: 'anna.nowak@mail.example',
  phoneNumber: '+48600100200',
  country: 'PL',
  city: 'Warszawa',
  postalCode: '00-001',
  street: 'Prosta',
  streetNo: '1',
} as const;

/** A choice with what nobody said filled in: the first delivery option, a made-up buyer, one consent. */
export const toChoice = ({ basket }: Offer, given: Partial<Choice> = {}): Choice => {
  const deliveryOption = given.deliveryOption ?? basket.deliveryOptions[0]?.key ?? '';
  return {
    deliveryDetails: detailsFor(deliveryOption),
    // assume/consent-ids
    consents: [{ id: randomUUID(), version: 1 }],
    ...(basket.invoiceAddressMandatory === true && { billingDetails: invoice }),
    ...given,
    deliveryOption,
  };
};

const { email, phoneNumber, ...address } = buyer;
const invoice = { companyName: 'Acme', taxId: '5250000001', ...address };

/** Which fields a type requires is not shown, so those listed for it are sent (assume/delivery-details-required). */
const detailsFor = (method: string): DeliveryDetails => {
  if (method === 'ELECTRONIC') return { type: 'ELECTRONIC', method, email };
  if (!/_(?:PICKUP|APM)$/u.test(method))
    return { type: 'COURIER', method, firstName: 'Anna', lastName: 'Nowak', apartmentNo: '2', ...buyer };
  const point = 'WAW01';
  return {
    type: 'PICKUP',
    method,
    ...(method.endsWith('_APM') && { subType: 'APM' }),
    id: point,
    // assume/pickup-point-key: the text names one key and the example shows the other.
    ...(method === 'INSTORE_PICKUP' && { pointId: point }),
    name: `Point ${point}`,
    ...buyer,
  };
};
