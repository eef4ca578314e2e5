/** Default unusable bottom, percent of the capacity: what no pump or outlet draws. */
export const USUAL_UNUSABLE_BOTTOM = 5
