import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { billPaymentCompleted, paymentOf } from '../../arrange/till/commands.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { ask, unanswered } from '../../arrange/till/command-answer.ts';
import { readPayment } from '../../arrange/till/read-results.ts';

export default defineOrderScenario({
  id: 'pos/payment-unknown-bill',
  title: 'A payment for a bill that does not exist fails',
  covers: ['payment/unknown-bill'],
  async run(world) {
    const payment = paymentOf({ value: 1000, currency: 'PLN' }, world.clock.now());
    const answer = await ask(world, billPaymentCompleted(freshId(), payment));
    if (answer.kind !== 'answered') return unanswered(answer);
    const { success } = readPayment(answer.body);
    if (success === undefined) return notExercised('the result says no success');
    if (!success) return passed;
    return failed({
      expected: 'success false',
      actual: 'success true',
      exchanges: [answer.exchange],
      cause: 'payment of an unknown bill applied',
    });
  },
});
