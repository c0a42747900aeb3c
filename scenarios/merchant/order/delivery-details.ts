import type { DeliveryDetails } from '#schemas';
import type { Buyer } from '../../arrange/buyer.ts';

/** Which key carries the point of an in-store pickup: the specification names one and shows the other. */
export type PickupPointKey = 'id' | 'pointId' | 'both';

export type DeliveryType = DeliveryDetails['type'];

/** Keys a target configured itself follow the same endings; one that follows none is delivered to the door. */
export const deliveryTypeOf = (key: string): DeliveryType => {
  if (key === 'ELECTRONIC') return 'ELECTRONIC';
  return /_(PICKUP|APM)$/u.test(key) ? 'PICKUP' : 'COURIER';
};

/** Which fields a type requires is not shown, so every field listed for it is sent. */
export const deliveryDetails = (method: string, buyer: Buyer, pointKey: PickupPointKey): DeliveryDetails => {
  const type = deliveryTypeOf(method);
  const { email, phoneNumber, country, city, postalCode, street, streetNo, companyName } = buyer;
  switch (type) {
    case 'ELECTRONIC':
      return { type, method, email };
    case 'PICKUP':
      return {
        type,
        method,
        ...(method.endsWith('_APM') ? { subType: 'APM' } : {}),
        ...pointOf(method, buyer.pointId, pointKey),
        name: `${city} ${buyer.pointId}`,
        street,
        streetNo,
        postalCode,
        city,
        country,
        email,
        phoneNumber,
      };
    case 'COURIER': {
      const { firstName, lastName, apartmentNo, notes } = buyer;
      return {
        type,
        method,
        firstName,
        lastName,
        country,
        city,
        postalCode,
        street,
        streetNo,
        apartmentNo,
        notes,
        phoneNumber,
        email,
        companyName,
      };
    }
    default:
      return type satisfies never;
  }
};

const pointOf = (method: string, point: string, key: PickupPointKey): { id?: string; pointId?: string } => {
  if (method !== 'INSTORE_PICKUP' || key === 'id') return { id: point };
  return key === 'pointId' ? { pointId: point } : { id: point, pointId: point };
};
