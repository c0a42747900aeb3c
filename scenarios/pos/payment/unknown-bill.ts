import { inactive } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { billPaymentCompleted, paymentOf } from '../../arrange/till/commands.ts';
import { definePosScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { ask, unanswered } from '../../arrange/till/command-answer.ts';
import { readPayment } from '../../arrange/till/read-results.ts';

export default definePosScenario({
  id: 'pos/payment-unknown-bill',
  title: 'A payment for a bill that does not exist fails',
  phase: 'order',
  needs: ['triggers.activatePos'],
  covers: ['payment/unknown-bill'],
  async run(world) {
    const blocked = await inactive(world);
    if (blocked) {
      world.check('payment/unknown-bill', blocked);
      return;
    }
    const payment = paymentOf({ value: 1000, currency: 'PLN' }, world.clock.now());
    const answer = await ask(world, billPaymentCompleted(freshId(), payment));
    if (answer.kind !== 'answered') {
      world.check('payment/unknown-bill', unanswered(answer));
      return;
    }
    const { success } = readPayment(answer.body);
    if (success === undefined) world.check('payment/unknown-bill', notExercised('the result says no success'));
    else if (!success) world.check('payment/unknown-bill', passed);
    else
      world.check(
        'payment/unknown-bill',
        failed({
          message:
            'A payment for a bill that was never prepared was answered with success; answer success false, so that the platform refunds it.',
          expected: 'success false',
          actual: 'success true',
          pointer: '/success',
          exchanges: [answer.exchange],
          cause: 'payment of an unknown bill applied',
        }),
      );
  },
});
