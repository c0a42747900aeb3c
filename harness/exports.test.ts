import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly default: string } | string>>;
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const doors = Object.entries(exports).flatMap(([name, entry]) =>
  typeof entry === 'string' ? [] : [{ name, file: entry.default.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts') }],
);

/** What is called for at runtime, and the types beside it, as the door's text lists them. */
const namesOf = async (file: string): Promise<Readonly<Record<string, string>>> => {
  const values = Object.keys((await import(join(root, file))) as object);
  const lists = [...readFileSync(join(root, file), 'utf8').matchAll(/^export (type )?\{([^}]*)\}/gm)];
  const types = lists.flatMap(([, isType, names = '']) =>
    names
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && (isType !== undefined || one.startsWith('type ')))
      .map((one) => one.replace('type ', '')),
  );
  return { values: values.sort().join(' '), types: types.sort().join(' ') };
};

test('what leaves the package is what is meant to, by name', async () => {
  const named = await Promise.all(doors.map(async ({ name, file }) => [name, await namesOf(file)] as const));
  expect(Object.fromEntries(named)).toMatchInlineSnapshot(`
    {
      ".": {
        "types": "Config JournalEvent RunResult",
        "values": "UsageError certify",
      },
      "./mocks/in-process": {
        "types": "InProcess InProcessOptions ManualClock MerchantFaultId MerchantVariant Platform PlatformEvent PlatformFaultId PlatformOptions ReferenceMerchant",
        "values": "createManualClock createPlatform createReferenceMerchant merchantFaults mountInProcess platformFaults systemClock toScheme",
      },
      "./mocks/merchant": {
        "types": "MerchantFault MerchantFaultId MerchantVariant ReferenceMerchant ReferenceMerchantOptions",
        "values": "createReferenceMerchant merchantFaults merchantVariants",
      },
      "./mocks/platform": {
        "types": "ManualClock Platform PlatformEvent PlatformFaultId PlatformOptions RemoteSettings SchemeSettings SignatureScheme StateStore",
        "values": "createManualClock createPlatform createRemoteQueues openStateStore platformFaults serve systemClock toScheme",
      },
      "./mocks/pos": {
        "types": "PosFault PosFaultId PosVariant ReferenceTill ReferenceTillOptions",
        "values": "createReferenceTill posFaults posVariants",
      },
      "./reports": {
        "types": "Comparison Environment Report ReportFile Reported TerminalOptions",
        "values": "certificateText compared comparisonMarkdown comparisonText reports summaryText",
      },
      "./scenarios": {
        "types": "",
        "values": "Unmet defineMerchantScenario definePlatformScenario definePosScenario failed merchantScenarios notExercised openBasket outcomeOf passed platformScenarios posScenarios scan unanswered unlessUnmet unmet warned",
      },
      "./schemas": {
        "types": "AssumptionId CheckOutcome CheckedConfig ConfigProblem Effort Finding JournalEvent JsonSchema Judgement Level MerchantRequirementId Operation Party PlatformRequirementId PosRequirementId Position Requirement RequirementId RunStarted ShapeName ShapeSettings ShapeViolation",
        "values": "assumptionIds assumptions asyncApi checkConfig decodeCheckpoint encodeCheckpoint isRequirementId isShapeName judge openApi registerDigest registerVersion requirement requirementIds requirementsOf schemaOf shapeNames validate",
      },
      "./vitest": {
        "types": "SuiteOptions",
        "values": "certify",
      },
    }
  `);
});

test('whole modules leave by their types alone', () => {
  for (const { file } of doors) expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/^export \* from/m);
});
