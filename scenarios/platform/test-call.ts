import { pathTo } from '#schemas';
import { defineCheckedScenario, shown, status, success, textOf } from './findings.ts';
import { openTill } from './till.ts';

const path = pathTo('testCall');

export default defineCheckedScenario({
  id: 'platform/test-round-trip',
  title: 'The test call sends a nonce that only its own callback may return',
  covers: 'platform/test-call',
  async run(world, check) {
    const till = await openTill(world);

    const shop = await world.control.addLocation({ merchantTaxId: till.merchantTaxId, kind: 'shop' });
    const keys = await world.control.issueCredentials(shop);
    const foreign = await world.api.call({ method: 'POST', path, keys });
    check.answered(foreign, 'The test call with credentials of a non-POS integration', status(403));

    const answer = await till.call('POST', path);
    check.answered(answer, 'The test call of a POS', success);
    const messageId = textOf(answer.body, 'messageId');
    check.holds('test-message-id', messageId !== undefined, shown(answer), answer);
    if (messageId === undefined) return;
    const messages = await till.receive(10);
    const message = messages.find((received) => received.messageId === messageId);
    const nonce = textOf(message?.body, 'payload', 'nonce');
    check.that(
      nonce !== undefined,
      'The Test message with its nonce did not arrive in the queue.',
      `a message ${messageId} with payload.nonce`,
      messages.length === 0 ? 'an empty queue' : JSON.stringify(messages.map(({ body }) => body)),
    );
    if (message === undefined || nonce === undefined) return;
    const wrong = await till.callback('Test', messageId, { nonce: `${nonce}0` });
    check.answered(wrong, 'A Test callback with another nonce', status(400));
    const right = await till.callback('Test', messageId, { nonce });
    check.answered(right, 'A Test callback with the right nonce', status(204));
    check.answered(await till.delete(message), 'The delete of the Test message', success);
  },
});
