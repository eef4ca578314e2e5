/** Of the capacity, percent: what no pump or outlet draws from a tank of which nobody says otherwise. */
export const USUAL_UNUSABLE_BOTTOM = 5
