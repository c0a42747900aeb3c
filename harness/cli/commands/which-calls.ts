/** What to do where none of the calls that were seen is known to be of the protocol. */
export const sayWhichCalls = {
  merchant:
    'Say with merchant.basketUrl, recalculateUrl, orderUrl and catalogueUrl in the configuration which calls are.',
  pos: 'Say with platform.paths in the configuration which calls are.',
} as const;
