import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceFile } from '#schemas';
import { evidenceFiles } from '../output/folder.ts';

export const digestsOf = async (folder: string): Promise<EvidenceFile[]> => {
  const files: EvidenceFile[] = [];
  for (const path of evidenceFiles(folder)) files.push({ path, ...(await digestOf(join(folder, path))) });
  return files;
};

/** What of the evidence is not in the folder as it was certified; a sentence each. */
export const differences = async (certified: readonly EvidenceFile[], folder: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { path, sha256 } of certified) {
    const file = join(folder, path);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) found.push(`${path} is missing`);
    else if ((await digestOf(file)).sha256 !== sha256) found.push(`${path} is not what was certified`);
  }
  return found;
};

const digestOf = async (file: string): Promise<Pick<EvidenceFile, 'bytes' | 'sha256'>> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { bytes, sha256: hash.digest('hex') };
};
