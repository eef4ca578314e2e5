/** Measures of units; `system` stands for the two unit systems themselves, which are not units of a quantity. */
export const MEASURES = ['volume', 'mass', 'count', 'time', 'other', 'system'] as const
export type Measure = (typeof MEASURES)[number]
