/** A body as far as it was kept. */
export interface CopiedBody {
  /** In a buffer of their own. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly truncated: boolean;
}

export interface BodyCopy {
  readonly add: (chunk: Uint8Array) => void;
  readonly close: () => CopiedBody;
}

/** Of one body. A catalogue page of the largest limit is a few hundred kilobytes. */
const mostOfOne = 8 * 1024 * 1024;
/** Of all that are under way. */
const mostOfAll = 64 * 1024 * 1024;

/** Keeps what passes by as long as there is room; what has no room is not kept, and never held up. */
export const createBodyCopies = (most: number = mostOfOne): { readonly open: () => BodyCopy } => {
  let kept = 0;
  return {
    open() {
      let chunks: Uint8Array[] = [];
      let size = 0;
      let truncated = false;
      const drop = (): void => {
        kept -= size;
        size = 0;
        chunks = [];
      };
      return {
        add(chunk) {
          if (truncated) return;
          truncated = size + chunk.length > most || kept + chunk.length > mostOfAll;
          if (truncated) return drop();
          chunks.push(chunk);
          size += chunk.length;
          kept += chunk.length;
        },
        close() {
          const bytes = new Uint8Array(Buffer.concat(chunks));
          drop();
          return { bytes, truncated };
        },
      };
    },
  };
};
