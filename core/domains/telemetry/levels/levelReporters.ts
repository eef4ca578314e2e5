/** Sources of a level other than a sensor: read on site, phoned in, or a delivery. */
export const LEVEL_REPORTERS = ['read', 'called_in', 'delivery'] as const
export type LevelReporter = (typeof LEVEL_REPORTERS)[number]
/** Sources that a person may enter. */
export const ENTERED_BY_PEOPLE = ['read', 'called_in'] as const
