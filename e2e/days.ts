const DAY = 86_400_000

/** A day so many days from today, in the format of a field: a fixed date would be in the past one day. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
