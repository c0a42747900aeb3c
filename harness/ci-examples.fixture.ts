import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IJob } from 'kubernetes-models/batch/v1';
import { parseAllDocuments } from 'yaml';

export const root = join(import.meta.dirname, '..');
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

export const jobsOf = (file: string) => parseAllDocuments(textOf(file)).map((document) => document.toJS() as IJob);
