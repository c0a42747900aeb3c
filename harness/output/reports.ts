import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#schemas';
import { type Reported, reporters } from '#reports';

export type ReportFormat = NonNullable<NonNullable<Config['reports']>['formats']>[number];
export const reportFormats = ['allure', 'html', 'junit', 'har', 'markdown'] as const satisfies readonly ReportFormat[];
/** Written where the configuration names none. */
export const defaultFormats = ['allure', 'html', 'junit', 'har'] as const satisfies readonly ReportFormat[];

export interface Written {
  /** Paths relative to the folder, in the order they were written. */
  readonly files: readonly string[];
  /** One sentence per report that could not be written; the others are there. */
  readonly problems: readonly string[];
}

/** Writes results.json and the asked for reports. One that throws must not take the others with it. */
export const writeReports = async (
  folder: string,
  reported: Reported,
  formats: readonly ReportFormat[],
): Promise<Written> => {
  const files: string[] = [];
  const problems: string[] = [];
  for (const format of ['json', ...formats] as const) {
    try {
      for (const { path, content } of await reporters[format](reported)) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
        files.push(path);
      }
    } catch (error) {
      problems.push(`The ${format} report could not be written: ${(error as Error).message}`);
    }
  }
  return { files, problems };
};
