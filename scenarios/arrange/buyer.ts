import { faker } from '@faker-js/faker/locale/en';
import { seedOf } from './seed.ts';

/** Names that trip somebody up are for whoever tries just that. */
const plain = (name: string): string => name.replaceAll(/['’]/gu, '');

const taxIdWeights = [6, 5, 7, 2, 3, 4, 5, 6, 7];

/** Nine digits and the check digit of a Polish tax number: a shop may look at it. Where that has two digits there is no such number. */
const taxIdFrom = (digits: string): string => {
  const check = taxIdWeights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11;
  return check < 10 ? `${digits}${check}` : taxIdFrom(String(Number(digits) - 1));
};

/** Somebody who buys, made up. */
export type Buyer = ReturnType<typeof buyerFrom>;

/** The same text makes the same buyer: the shared generator is seeded and drawn from in one go. */
export const buyerFrom = (text: string) => {
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
