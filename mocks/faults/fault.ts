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
export type Decorator<Part, Kit> = (sound: Part, kit: Kit) => Part;

/** A fault that decorates some of the parts a peer is built from; the peer knows nothing of it. */
export type Defect<Parts, Kit> = Fault & { readonly [Name in keyof Parts]?: Decorator<Parts[Name], Kit> };

/** A part as the faults leave it. */
export const decorated = <Part, Kit>(
  sound: Part,
  decorators: readonly (Decorator<Part, Kit> | undefined)[],
  kit: Kit,
): Part => decorators.reduce<Part>((part, decorate) => decorate?.(part, kit) ?? part, sound);
