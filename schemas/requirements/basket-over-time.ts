import { defineRequirements } from './requirement.ts';

/** What a basket owes from one answer to the next. */
export const basketOverTime = defineRequirements({
  'basket/kept': {
    level: 'must',
    party: 'merchant',
    clause: 'Resources and their fields › Basket',
    rule: 'A basket that nobody has changed holds products until its expiresAt, however often it is retrieved.',
    how: ['behaviour'],
    check:
      'A basket is retrieved twice, others in between. Nothing in it the second time, before it has expired and without an error on a line, says no. So does a basket that was made for the run and holds other quantities of what it was made with, while another one made just so does not. A retrieval that shows the quantities of the last recalculation, and only some of its products, says no. Two baskets are scanned and left alone until the end of the run; both gone or empty by then, long before their expiresAt, say no where a new one of the same products is there.',
    needs: ['merchant.basketUrl'],
  },
  'basket/one-unit': {
    level: 'must',
    party: 'merchant',
    clause: 'Resources and their fields › Conventions',
    rule: 'Amounts are in 1/100 of the currency in the answer to every call and in what is pushed, not in one of them in whole units.',
    how: ['behaviour'],
    check:
      'The unit prices of a basket are compared from answer to answer, and with those that are pushed. Products of different prices that all cost a hundredth, or a hundred times, of what they did say no; any other change of a price says nothing. A linePrice that is the product of quantity and unitPrice less what 32 bits hold says no, so do a unitPrice or originalUnitPrice that is that of the line, a linePrice that stays at three quantities while the value follows, and an originalLinePrice that stays at three quantities while the linePrice follows, and so do the same figures in another currency than the request and the retrieval have. So do deliveries of unlike costs that all cost a hundredth, or a hundred times, of what they did in the same basket, and discounts whose value is a hundredth of what three unlike baskets cost less than their lines, or the percentage of it. So does a price of a line that is what 16 bits leave of it, of two amounts or of one far beyond them, and another currency in two pushes, at the same figures as in the retrieval.',
    needs: ['merchant.recalculateUrl'],
  },
  'basket/value-follows': {
    level: 'must',
    party: 'merchant',
    clause: 'Resources and their fields › Basket › BasketPrice',
    rule: 'basketValue is the price of the basket it stands in, so it follows what the basket holds.',
    how: ['behaviour'],
    check:
      'Answers about one basket are compared. One basketValue for three contents or more, of which one costs at least twice as much as another, and one more and one less than the value, says no; it is a warning where no value is ever what its lines come to. So does the value of the answer before, whose basket held something else, twice, in a retrieval as well, and nothing to pay for goods that can be had beside one that is short, and three unlike baskets that cost what all that was asked for would where some of it is short, and recalculations at the price of some of the lines that were retrieved at that of all, and three unlike baskets without a discount at the price of their first lines alone, where no basket of as many lines is worth all of them. So do two values of 1,000.00 and more that are a thousandth of what their lines come to, where those below are just that, and three values of unlike shortages that are less by just what is left of the products that are short. So do values that are what 16 bits leave of their lines, of two sums or of one far beyond them; the price of one of a product more that was asked for with quantity 0, where the same lines were worth what they come to; one value for all baskets that begin with the same line, be it more or less than what they hold, of two such lines; two unlike contents with discounts that one kind of call always shows at the price of all lines and another always at that price less the discounts; and two pushes of unlike contents with the value that other lines of the basket were retrieved with. How a value is made up of lines, discounts and fees is left open.',
    needs: ['merchant.recalculateUrl'],
  },
});
