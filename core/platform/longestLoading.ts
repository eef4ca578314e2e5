/**
 * How long the loading of a page is taken to last at most, in milliseconds: changes that are older than this are not reported to
 * it when its stream of events opens.
 */
export const LONGEST_LOADING = 30_000
