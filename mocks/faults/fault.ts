import type { RequirementId } from '#schemas';

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
