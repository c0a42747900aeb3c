/** What one size took. */
export interface Point {
  readonly size: number;
  readonly wallMs: number;
  /** Of the process that is looked at, on all its threads. */
  readonly cpuMs: number;
  readonly residentMiB: number;
  /** By what time and CPU are divided. */
  readonly units: number;
  /** What else there is to say of it, by its heading. */
  readonly beside?: Readonly<Record<string, string>>;
}

export interface Curve {
  readonly title: string;
  /** What a size counts, and what a unit is. */
  readonly sizes: string;
  readonly unit: string;
  readonly points: readonly Point[];
}

/** A unit that costs so many times the cheapest of the smaller sizes is past the knee. */
const dearer = 1.5;

/** The first size at which a unit costs half as much again as it did at a smaller one. */
export const kneeOf = (points: readonly Point[]): number | undefined => {
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const each = point.cpuMs / point.units;
    if (each > dearer * least) return point.size;
    least = Math.min(least, each);
  }
  return undefined;
};

export const curveText = ({ title, sizes, unit, points }: Curve): string => {
  const beside = Object.keys(points[0]?.beside ?? {});
  const heads = [sizes, 'wall', `wall per ${unit}`, `CPU per ${unit}`, 'resident', ...beside];
  const rows = points.map((point) => [
    String(point.size),
    `${(point.wallMs / 1000).toFixed(1)} s`,
    micros(point.wallMs / point.units),
    micros(point.cpuMs / point.units),
    `${Math.round(point.residentMiB)} MiB`,
    ...beside.map((name) => point.beside?.[name] ?? ''),
  ]);
  const knee = kneeOf(points);
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const last = points.at(-1)?.size;
  return `## ${title}\n\n${lines.join('\n')}\n\n${knee === undefined ? `No knee up to ${last}: a ${unit} never costs half as much CPU again as at a smaller size.` : `The knee is at ${knee}: a ${unit} costs half as much CPU again as at a smaller size.`}\n`;
};

const micros = (ms: number): string => (ms >= 10 ? `${ms.toFixed(0)} ms` : `${(ms * 1000).toFixed(0)} us`);
