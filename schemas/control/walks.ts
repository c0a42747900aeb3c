/** A page of a walk through a catalogue, as far as it was kept. */
export interface WalkPage {
  readonly exchange: number;
  /** In the order they were listed. */
  readonly products: readonly WalkProduct[];
  /** More of them were listed than were kept. */
  readonly isCut: boolean;
}

export interface WalkProduct {
  readonly id: string;
  readonly updatedAt: string;
  readonly epochMs: number;
  /** It does not come after the one before it. */
  readonly breaks?: true;
  /** Not seen itself: where the next page was asked to go on. */
  readonly fromCheckpoint?: true;
}

/** Pages put together by their checkpoints, in the order the walks began. */
export interface CatalogueWalks {
  readonly walks: readonly (readonly WalkPage[])[];
}
