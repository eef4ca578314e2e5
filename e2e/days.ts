const DAY = 86_400_000

/** The day `days` from today, in the format of a field: a fixed date would be in the past one day. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
