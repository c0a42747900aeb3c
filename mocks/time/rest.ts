/** Work under way that no event tells of before it is done: files being read, names looked up, callbacks in line. */
const underWay = /^(?:FSReq|GetAddrInfoReq|GetNameInfoReq|QueryReq|TCPConnectWrap|Immediate|ProcessWrap)/u;

/** Whether this process has come to rest, in the eyes of whoever looks about once a millisecond. */
export interface Rest {
  readonly look: () => void;
  /** Nothing arrived between so many looks, and nothing is under way. */
  readonly isQuiet: (looks: number) => boolean;
  /** Something has just begun. */
  readonly disturb: () => void;
}

/**
 * A process at rest gets nothing from the network. What one of its sockets writes to another is there at once, so turns of
 * the event loop that find nothing mean that nothing is on its way, however slowly the turns follow each other.
 */
export const createRest = (): Rest => {
  let seen = 0;
  let quiet = 0;
  return {
    look: () => {
      const { events } = performance.nodeTiming.uvMetricsInfo;
      quiet = events === seen ? quiet + 1 : 0;
      seen = events;
    },
    isQuiet: (looks) => quiet >= looks && !process.getActiveResourcesInfo().some((resource) => underWay.test(resource)),
    disturb: () => {
      quiet = 0;
    },
  };
};
