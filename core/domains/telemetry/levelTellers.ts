/** Who can tell a level beside a sensor: somebody who read it, a call, a delivery of ours. */
export const LEVEL_TELLERS = ['read', 'called_in', 'delivery'] as const
export type LevelTeller = (typeof LEVEL_TELLERS)[number]
/** Those that a person may enter. */
export const ENTERED_BY_PEOPLE = ['read', 'called_in'] as const
