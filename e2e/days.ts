const DAY = 86_400_000

/** A day as a field takes it, so many days from today: one that is written down would lie in the past some day. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
