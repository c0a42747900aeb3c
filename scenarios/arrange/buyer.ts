import { faker } from '@faker-js/faker/locale/en';
import { seedOf } from './seed.ts';

/** Somebody who buys, made up. */
export interface Buyer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly companyName: string;
  readonly taxId: string;
  readonly country: string;
  readonly city: string;
  readonly postalCode: string;
  readonly street: string;
  readonly streetNo: string;
  readonly apartmentNo: string;
  readonly notes: string;
  readonly pointId: string;
}

/** Names that trip somebody up are for whoever tries just that. */
const plain = (name: string): string => name.replaceAll(/['’]/gu, '');

const taxIdWeights = [6, 5, 7, 2, 3, 4, 5, 6, 7];

/** Nine digits and the check digit of a Polish tax number: a shop may look at it. Where that has two digits there is no such number. */
const taxIdFrom = (digits: string): string => {
  const check = taxIdWeights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11;
  return check < 10 ? `${digits}${check}` : taxIdFrom(String(Number(digits) - 1));
};

/** The same text makes the same buyer: the shared generator is seeded and drawn from in one go. */
export const buyerFrom = (text: string): Buyer => {
  faker.seed(seedOf(text));
  const firstName = plain(faker.person.firstName());
  const lastName = plain(faker.person.lastName());
  return {
    firstName,
    lastName,
    email: faker.internet.email({ firstName, lastName, provider: 'example.com' }).toLowerCase(),
    phoneNumber: `+4860${faker.string.numeric(7)}`,
    companyName: plain(faker.company.name()),
    taxId: taxIdFrom(faker.string.numeric({ length: 9, allowLeadingZeros: false })),
    country: 'PL',
    city: plain(faker.location.city()),
    postalCode: faker.location.zipCode('##-###'),
    street: plain(faker.location.street()),
    streetNo: String(faker.number.int({ min: 1, max: 199 })),
    apartmentNo: String(faker.number.int({ min: 1, max: 99 })),
    notes: faker.lorem.words(3),
    pointId: faker.string.alphanumeric({ length: 6, casing: 'upper' }),
  };
};
