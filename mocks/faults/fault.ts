import type { RequirementId, Party } from '#schemas';
import { type JsonObject, isObject } from '../json.ts';
import { createRequire } from 'node:module';

/** One defect a reference peer can be switched to have. It must break what it declares, and nothing else. */
export interface Fault {
  /** What it does, in a few words: what a developer would have written by mistake. */
  readonly title: string;
  /** The requirement ids it breaks. */
  readonly breaks: readonly RequirementId[];
}

export const defineFaults = <const Faults extends Readonly<Record<string, Fault>>>(faults: Faults): Faults => faults;

/** Puts something around a sound part, or in place of it. Called once per peer, so that what it keeps is the peer's memory. */
export type Decorator<Part, Kit = void> = (sound: Part, kit: Kit) => Part;

type DecoratorIn<Defect, Name extends keyof Defect> = Extract<Defect[Name], (sound: never, kit: never) => unknown>;
type PartOf<Defect, Name extends keyof Defect> = Parameters<DecoratorIn<Defect, Name>>[0];
type KitOf<Defect, Name extends keyof Defect> = Parameters<DecoratorIn<Defect, Name>>[1];

/** A part of a peer as its faults leave it. */
export const decoratedBy =
  <Defect>(faults: readonly Defect[]) =>
  <Name extends keyof Defect>(
    name: Name,
    sound: PartOf<Defect, Name>,
    ...[kit]: KitOf<Defect, Name> extends undefined ? [] : [KitOf<Defect, Name>]
  ): PartOf<Defect, Name> =>
    faults.reduce<PartOf<Defect, Name>>((part, fault) => {
      const decorate = fault[name] as Decorator<PartOf<Defect, Name>, KitOf<Defect, Name>> | undefined;
      return decorate?.(part, kit as KitOf<Defect, Name>) ?? part;
    }, sound);

/** The body of a call that goes on; an empty object when it has none. */
export const jsonOf = async (message: Request | Response): Promise<JsonObject> => {
  const body: unknown = await message
    .clone()
    .json()
    .catch(() => undefined);
  return isObject(body) ? body : {};
};

export const withBody = (
  response: Response,
  body: string | null,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, { status: response.status, headers: { ...Object.fromEntries(response.headers), ...headers } });

export const refusal = (status: number): Response => Response.json({ error: 'refused' }, { status });

/** Long enough, on any clock, for concurrent copies to arrive meanwhile. */
export const raceWindow = async (clock: { sleep(milliseconds: number): Promise<void> }): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await clock.sleep(3);
};

/** A fault that the checks are known to catch, as data. */
export interface KnownFault {
  readonly id: string;
  /** What a developer would have written by mistake. */
  readonly title: string;
  readonly party: Party;
  readonly breaks: readonly RequirementId[];
  /** The reference peers that can show it, when not all. */
  readonly variants?: readonly string[];
  /** A reference peer can be switched to have it; the others only prove our checks. */
  readonly published: boolean;
}

/** Every fault of every reference peer: `faults.json`, which `npm run faults` writes. */
export const knownFaults = (): readonly KnownFault[] =>
  createRequire(import.meta.url)('./faults.json') as readonly KnownFault[];

/** What a fault shows in a run: `requirement cause` each, at every reference peer that can have it and at some only. */
export interface Signature {
  readonly party: Party;
  readonly fault: string;
  /** The table it is a row of: faults of one kind have the same mistake behind them. */
  readonly kind: string;
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
}

/** What the proof has seen of the faults: `signatures.json`, which `npm run signatures` writes. */
export const signatures = (): readonly Signature[] =>
  createRequire(import.meta.url)('./signatures.json') as readonly Signature[];
