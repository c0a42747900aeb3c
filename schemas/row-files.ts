import { readdirSync, readFileSync } from 'node:fs';

/** The rows of all tables in a folder of JSON files, by their ids. */
export const rowsIn = <Row>(folder: URL): ReadonlyMap<string, Row> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) =>
        Object.entries(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, Row>),
      ),
  );
