/** Hours-of-service rules that a company can choose. */
export const HOURS_RULES = ['none', 'us_60_7', 'us_70_8', 'us_short_60_7', 'us_short_70_8', 'eu'] as const
export type HoursRuleName = (typeof HOURS_RULES)[number]

/** Limits on driving time. All times in s. */
export interface HoursRule {
  /** Maximum driving time between two daily rests. */
  driving: number
  /** Time off duty that starts a new day. */
  rest: number
  /** No driving after this long since coming on duty; `isReleased`: no other work either. */
  window: { length: number; isReleased: boolean } | null
  /**
   * A break is due after this much driving; `isRest`: other work does not count as a break. `parts`: it may be split in two, in
   * this order.
   */
  break: { driving: number; length: number; isRest: boolean; parts: readonly [number, number] | null } | null
  /** No driving after this much duty within consecutive days; a rest of `restart` resets the count. */
  week: { duty: number; days: number; restart: number } | null
  /** Radius (m, great circle) around the start of work that the round must stay within. */
  reach: number | null
}

const MINUTE = 60
const HOUR = 3600
/** m: 150 air miles, that is nautical miles. */
const SHORT_HAUL = 150 * 1852

const usProperty = (hours: number, days: number): HoursRule => ({
  driving: 11 * HOUR,
  rest: 10 * HOUR,
  window: { length: 14 * HOUR, isReleased: false },
  break: { driving: 8 * HOUR, length: 30 * MINUTE, isRest: false, parts: null },
  week: { duty: hours * HOUR, days, restart: 34 * HOUR },
  reach: null,
})

const usShortHaul = (hours: number, days: number): HoursRule => ({
  ...usProperty(hours, days),
  window: { length: 14 * HOUR, isReleased: true },
  break: null,
  reach: SHORT_HAUL,
})

/**
 * The rules by name.
 *
 * United States, property-carrying drivers: 49 CFR 395.3. 10 hours off duty before a day, (a)(1); no driving after the 14th
 * hour, (a)(2); 11 hours of driving, (a)(3)(i); after 8 hours of driving at least 30 consecutive minutes without driving, which
 * other work may fill, (a)(3)(ii); no driving after 60 hours on duty in 7 days, or 70 in 8, (b); 34 hours off duty restart the
 * count, (c). Short haul, 395.1(e)(1): within 150 air miles, released within 14 hours; no break is due.
 *
 * European Union: Regulation (EC) No 561/2006. 9 hours of driving a day, Article 6(1); after 4.5 hours of driving a break of 45
 * minutes, or of 15 and then 30, Article 7, without other work, Article 4(d). A day ends with a daily rest of at least 9 hours,
 * Article 4(g). Planning leaves the tenth hour, which Article 6(1) allows twice a week, as the driver's reserve.
 */
const RULES: Readonly<Record<Exclude<HoursRuleName, 'none'>, HoursRule>> = {
  us_60_7: usProperty(60, 7),
  us_70_8: usProperty(70, 8),
  us_short_60_7: usShortHaul(60, 7),
  us_short_70_8: usShortHaul(70, 8),
  eu: {
    driving: 9 * HOUR,
    rest: 9 * HOUR,
    window: null,
    break: { driving: 4.5 * HOUR, length: 45 * MINUTE, isRest: true, parts: [15 * MINUTE, 30 * MINUTE] },
    week: null,
    reach: null,
  },
}

/** The rule of that name; null for `none`. */
export function hoursRuleOf(name: HoursRuleName): HoursRule | null {
  return name === 'none' ? null : RULES[name]
}
