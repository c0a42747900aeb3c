// A check of your own beside ours: the baskets of last night's export keep the price they were exported with.
// Own data and own expectations, the harness's verdicts, evidence and reports:
//   node own-scenario.mjs conformance.yaml export.json
import { readFileSync } from 'node:fs';
import { certify } from 'conformance';
import { defineMerchantScenario, failed, passed, unanswered } from 'conformance/scenarios';
import { parse } from 'yaml';

const [, , configFile, exportFile] = process.argv;
/** @type {{ basketId: string, basketValue: number }[]} */
const exported = JSON.parse(readFileSync(exportFile, 'utf8'));

const exportedBaskets = defineMerchantScenario({
  id: 'own/exported-baskets',
  title: 'The baskets of the export keep their price',
  phase: 'read',
  needs: ['merchant.basketUrl'],
  covers: ['basket/price'],
  async run(world) {
    for (const { basketId, basketValue } of exported) {
      const answer = await world.merchant.retrieve(basketId);
      if (answer.kind !== 'answered') {
        world.check('basket/price', unanswered(`basket ${basketId} could not be retrieved`, answer));
        continue;
      }
      const actual = answer.body.price?.basketValue;
      world.check(
        'basket/price',
        actual === basketValue
          ? passed
          : failed({
              message: `Basket ${basketId} changed its price since the export.`,
              expected: `basketValue ${basketValue}`,
              actual: `basketValue ${actual}`,
              pointer: '/price/basketValue',
              exchanges: [answer.exchange],
            }),
      );
    }
  },
});

const result = await certify({
  config: parse(readFileSync(configFile, 'utf8')),
  suite: 'merchant',
  scenarios: [exportedBaskets],
  only: ['own/exported-baskets'],
  out: 'conformance-results',
});
console.log(result.verdict);
process.exitCode = result.exitCode;
