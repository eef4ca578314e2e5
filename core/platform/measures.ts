/** What a unit of measure can measure; `system` are the two systems themselves, which are no unit of a quantity. */
export const MEASURES = ['volume', 'mass', 'count', 'time', 'other', 'system'] as const
export type Measure = (typeof MEASURES)[number]
