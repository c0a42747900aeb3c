import type { Control } from '../../../control/control.ts';

export type Checkout = ReturnType<Control['checkout']>;
export type Phase = Checkout['phase'];
export type Offer = Extract<Phase, { readonly name: 'open' }>['offer'];
export type Basket = Offer['basket'];
export type BasketProduct = Basket['products'][number];
export type BasketDiscount = Basket['price']['discounts'][number];
