/** Maximum duration of loading a page (ms): when its event stream opens, older changes are not reported to it. */
export const LONGEST_LOADING = 30_000
