import { type KnownFault, knownFaults, type Signature, signatures } from '#mocks/faults';
import type { Likeness, RequirementResult, Root, RootFinding, RunResult } from '#schemas';
import { type SimilarFaults, similarFaults, findingIn, keyOf, keysOf } from './similar-faults.ts';
import { staleCause } from './known-failures.ts';
import { exercisedIn } from './detection-power.ts';

/** Findings that one defect explains, the first at their head. */
interface Part {
  readonly findings: readonly RootFinding[];
  /** A known fault shows all of it, and nothing else. */
  readonly isKnown: boolean;
}

/** Of the findings, so many may not fit, or be missing. */
const misfit = 0.25;
/** Of the faults that are most alike, so many must be of one kind before anybody says what it is. */
const agreed = 0.75;
/** Of others that fit as well, so many are named. */
const mostOthers = 2;

/** What is wrong inside: the findings of a run by what explains them, and the known fault that each root looks like. */
export const diagnosisOf = ({ suite, requirements }: Pick<RunResult, 'suite' | 'requirements'>): readonly Root[] => {
  const found = findingsOf(requirements);
  if (found.length === 0) return [];
  return rootsOf(found, { suite, similar: similarTo(suite), exercised: exercisedIn(requirements) });
};

/** What failed or warns, by the exchange that showed it first, failures before warnings. */
export const findingsOf = (requirements: readonly RequirementResult[]): readonly RootFinding[] =>
  requirements
    .filter(({ status }) => status === 'failed' || status === 'warning')
    .flatMap(({ id, status, violations }) =>
      violations
        // That is about the configuration.
        .filter(({ cause }) => cause !== staleCause)
        .map(({ cause = '', exchanges }) => ({
          finding: { requirement: id, cause },
          place: Math.min(...exchanges, 1e9) + (status === 'failed' ? 0 : 1e9),
        })),
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ finding }) => finding);

const bySuite = new Map<RunResult['suite'], SimilarFaults>();

const similarTo = (suite: RunResult['suite']): SimilarFaults => {
  const similar = bySuite.get(suite) ?? similarFaults(signatures().filter(({ party }) => party === suite));
  bySuite.set(suite, similar);
  return similar;
};

interface Against {
  readonly suite: RunResult['suite'];
  readonly similar: SimilarFaults;
  /** What the run could have shown to be broken. */
  readonly exercised: ReadonlySet<string>;
}

/** The roots of findings, which each of them has in the order in which they came. */
export const rootsOf = (findings: readonly RootFinding[], against: Against): readonly Root[] =>
  joined(partsOf(findings, against)).map((part) => {
    const own = findings.filter((one) => part.findings.includes(one));
    const like = likenessOf(own, against);
    return { findings: own, ...(like && { like }) };
  });

/** The fault that explains most takes what it explains, and the next one the rest. */
const partsOf = (findings: readonly RootFinding[], against: Against): readonly Part[] => {
  const [first] = findings;
  if (first === undefined) return [];
  const best = bestOf(new Set(findings.map(keyOf)), against);
  const explained = findings.filter((one) => best?.shown.has(keyOf(one)));
  const part = explained.length === 0 ? [first] : explained;
  const rest = findings.filter((finding) => !part.includes(finding));
  return [{ findings: part, isKnown: best?.missing === 0 }, ...partsOf(rest, against)];
};

/** The fault that shows most of what was found, and least besides. */
const bestOf = (found: ReadonlySet<string>, { similar: { showing, weightOf }, exercised }: Omit<Against, 'suite'>) => {
  const weighed = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + weightOf(key), 0);
  return [...new Set([...found].flatMap(showing))]
    .map((signature) => {
      const shown = keysOf(signature);
      const missing = missingOf(signature, found, exercised);
      const score = weighed(shown.filter((key) => found.has(key))) - weighed(missing);
      return { fault: signature.fault, shown: new Set(shown), missing: missing.length, score };
    })
    .toSorted((one, other) => other.score - one.score)[0];
};

/** Of the faults that a reference peer can have, the one that shows most of what was found; undefined where none shows any of it. */
export const publishedLike = (
  findings: readonly RootFinding[],
  { suite, requirements }: Pick<RunResult, 'suite' | 'requirements'>,
): KnownFault | undefined => {
  const published = knownFaults().filter((fault) => fault.party === suite && fault.published);
  const shown = signatures().filter((one) => one.party === suite && published.some(({ id }) => id === one.fault));
  const against = { similar: similarFaults(shown), exercised: exercisedIn(requirements) };
  const best = bestOf(new Set(findings.map(keyOf)), against);
  return published.find(({ id }) => id === best?.fault);
};

/** Two parts that share a requirement or a cause are one defect that nobody knows, unless each is a known one. */
const joined = (parts: readonly Part[]): readonly Part[] =>
  parts.reduce<readonly Part[]>((done, part) => {
    const other = done.find((one) => !(one.isKnown && part.isKnown) && areRelated(one, part));
    if (other === undefined) return [...done, part];
    const both = { findings: [...other.findings, ...part.findings], isKnown: false };
    return done.map((one) => (one === other ? both : one));
  }, []);

const areRelated = (one: Part, other: Part): boolean =>
  one.findings.some(({ requirement, cause }) =>
    other.findings.some((finding) => finding.requirement === requirement || finding.cause === cause),
  );

/** The known fault that a root looks like; undefined where that is not sure, or says no more than the findings do. */
const likenessOf = (findings: readonly RootFinding[], { suite, similar, exercised }: Against): Likeness | undefined => {
  const found = new Set(findings.map(keyOf));
  const { faults, share } = similar.alike(findings);
  const fits = faults.flatMap((signature) => {
    const title = knownFaults().find(({ party, id }) => party === suite && id === signature.fault)?.title ?? '';
    const fit = keysOf(signature).filter((key) => found.has(key)).length;
    const missing = missingOf(signature, found, exercised);
    const isNear = found.size - fit + missing.length <= found.size * misfit;
    return isNear && !isOfOnePlace(title) ? [{ fault: signature.fault, title, fit, missing }] : [];
  });
  const [best, ...others] = fits;
  // Of a stranger's shops half of what was said by one finding alone was wrong, so for one three faults have to stand, all of one kind.
  const isAlone = found.size < 2 && (share < 1 || faults.length < 3);
  if (best === undefined || share < agreed || isAlone) return undefined;
  const missing = [...new Set(best.missing.map((key) => findingIn(key).requirement))];
  const counted = `${best.fit} of ${found.size} ${found.size === 1 ? 'finding fits' : 'findings fit'}`;
  const besides = missing.length === 0 ? '' : `; expected too: ${missing.join(', ')}`;
  const alike = others.slice(0, mostOthers).map(({ title }) => title);
  return {
    fault: best.fault,
    says: `Behaves like a ${suite === 'pos' ? 'till' : 'shop'} with ${alike.length === 0 ? 'this defect' : 'one of these defects'}: ${[best.title, ...alike].join('; or ')} (${counted}${besides}).`,
    missing,
    others: alike,
  };
};

/** What a fault shows at every peer and nobody found, though the run could have. */
const missingOf = (
  { always }: Signature,
  found: ReadonlySet<string>,
  exercised: ReadonlySet<string>,
): readonly string[] => always.filter((key) => !found.has(key) && exercised.has(findingIn(key).requirement));

/** What is wrong with one member of one body, which its finding says as well: "lock: no currency". */
const isOfOnePlace = (title: string): boolean => title === '' || /^\w+: /u.test(title);
