import { defineCheckedScenario, status } from './findings.ts';
import { pairedKinds, pairOf } from './messages.ts';
import { openTill } from './till.ts';

export default defineCheckedScenario({
  id: 'platform/callback-answers',
  title: 'Results are accepted once, from their own POS, for their own command',
  covers: 'platform/callbacks',
  async run(world, check) {
    const till = await openTill(world);
    const neighbour = await openTill(world, till.merchantTaxId);
    const stranger = await openTill(world);
    const holds = async (messageId: string, result: unknown, what: string) => {
      const held = await world.control.result(till.location, messageId);
      check.that(
        held.answered && JSON.stringify(held.result) === JSON.stringify(result),
        what,
        'the result that was accepted first',
        held.answered ? (JSON.stringify(held.result) ?? 'nothing') : 'the command is still open',
      );
    };

    for (const [index, messageKind] of pairedKinds.entries()) {
      const { payload, result, other } = pairOf(messageKind);
      const messageId = await till.send({ messageKind, payload });
      const wrongKind = pairedKinds[(index + 1) % pairedKinds.length] ?? messageKind;
      const answers = async (body: unknown, wanted: number, what: string, by = till, kind: string = messageKind) =>
        check.answered(await by.callback(kind, messageId, body), what, status(wanted));

      await answers(pairOf(wrongKind).result, 404, 'A callback under the kind of another command', till, wrongKind);
      await answers(result, 404, 'A callback for a command of another location', neighbour);
      await answers(result, 404, 'A callback for a command of another merchant', stranger);
      await answers({}, 400, `A callback with a body that is no result of ${messageKind}`);
      // A message that was closed by the first one would be acknowledged now, as a repeat.
      await answers({}, 400, `A second bad callback for ${messageKind}, which must still be open,`);
      await answers(result, 204, `A callback with a good result of ${messageKind}`);
      await holds(messageId, result, `The result of ${messageKind} was acknowledged and not applied.`);
      await answers(other, 204, `A repeated callback for ${messageKind}`);
      await holds(messageId, result, `A repeated callback for ${messageKind} was applied instead of ignored.`);
    }
    const unknown = await till.callback('BillPreparationRequested', world.fresh('message'), {});
    check.answered(unknown, 'A callback for a message that never was', status(404));
  },
});
