import { AssertionError } from 'node:assert';
import type { AllureStory } from '#reports';

/** What `allure-vitest` puts into a worker: as much of Allure's runtime as is used here. */
interface Runtime {
  readonly labels: (...labels: readonly Label[]) => PromiseLike<void>;
  readonly links: (...links: AllureStory['result']['links']) => PromiseLike<void>;
  readonly description: (markdown: string) => PromiseLike<void>;
  readonly historyId: (id: string) => PromiseLike<void>;
  readonly testCaseId: (id: string) => PromiseLike<void>;
  readonly parameter: (name: string, value: string, options?: { readonly excluded?: boolean }) => PromiseLike<void>;
  readonly attachment: (name: string, content: string, options: { readonly contentType: string }) => PromiseLike<void>;
  readonly step: (name: string, body: () => Promise<void>) => PromiseLike<void>;
  readonly stepParameter: (name: string, value: string) => PromiseLike<void>;
  readonly logStep: (name: string, status?: 'skipped') => PromiseLike<void>;
}
type Label = AllureStory['result']['labels'][number];
type Step = AllureStory['result']['steps'][number];

/** The reporter's runtime, where there is one: every copy of Allure's library finds it in this place. */
const runtimeOf = (): Runtime | undefined =>
  (globalThis as { readonly allureTestRuntime?: () => Runtime }).allureTestRuntime?.();

export const hasReporter = (): boolean => runtimeOf() !== undefined;

export const attachedOf = ({ steps, status }: AllureStory['result']): readonly string[] => {
  const all = (some: readonly Step[]): readonly string[] =>
    some.flatMap(({ attachments, steps: inner }) => [...attachments.map(({ source }) => source), ...all(inner)]);
  return all(steps).slice(0, status === 'passed' ? attachmentsOfPassed : undefined);
};

/** Tells Allure of the running test what our own Allure report says of it; without its reporter nobody is told. */
export const tellAllure = async ({ result, contentOf }: AllureStory): Promise<void> => {
  const runtime = runtimeOf();
  if (runtime === undefined) return;
  const {
    labels,
    links,
    description = '',
    historyId = '',
    testCaseId = '',
    parameters,
    statusDetails,
    status,
  } = result;
  await runtime.labels(...labels);
  await runtime.links(...links);
  // The reporter drops why a test was skipped.
  await runtime.description(
    status === 'skipped' ? `${description}\n\n**${statusDetails.message ?? 'skipped'}**` : description,
  );
  await runtime.historyId(historyId);
  await runtime.testCaseId(testCaseId);
  for (const { name, value, excluded } of parameters)
    await runtime.parameter(name, value, excluded === undefined ? {} : { excluded });
  const attached = { left: status === 'passed' ? attachmentsOfPassed : Number.POSITIVE_INFINITY };
  for (const step of result.steps) await tellStep(step, { runtime, contentOf, attached });
};

/**
 * So many for a test nobody will argue about. The reporter writes a file for each, one after the other while the
 * workers wait to be let go: with all fifteen hundred of a run it kept them for ten seconds.
 */
const attachmentsOfPassed = 3;

interface Telling {
  readonly runtime: Runtime;
  readonly contentOf: AllureStory['contentOf'];
  readonly attached: { left: number };
}

const tellStep = async (step: Step, telling: Telling): Promise<void> => {
  const { runtime, contentOf, attached } = telling;
  const { status, statusDetails, steps, attachments, parameters } = step;
  const name = step.name ?? '';
  if (status === 'skipped') return await runtime.logStep(name, 'skipped');
  const { message = name, expected, actual } = statusDetails;
  try {
    await runtime.step(name, async () => {
      for (const parameter of parameters) await runtime.stepParameter(parameter.name, parameter.value);
      for (const { name: title, source, type = 'text/plain' } of attachments)
        if (attached.left-- > 0) await runtime.attachment(title, contentOf(source), { contentType: type });
      for (const inner of steps) await tellStep(inner, telling);
      // How a step fails; the test says so itself.
      if (status === 'failed') throw new AssertionError({ message, expected, actual });
      if (status === 'broken') throw new Error(message);
    });
  } catch {
    // Told.
  }
};
