/** A delivery to one tank as it is compared: what the ticket says, and what the tank itself showed. L. */
export interface ComparedDelivery {
  ticket: number
  /** The rise of the level with what was used meanwhile. */
  rise: number
  /** Standard deviation of the rise by the gauge alone, L. */
  gauge: number
}

/** What is known of a tank before a delivery to it. */
export interface TankRecord {
  /** Mean and variance of ln(rise / ticket), which a right delivery to this tank shows: its shape is never known exactly. */
  bias: number
  variance: number
  /** How much larger than its gauge promises its scatter is, as a factor of the standard deviation. */
  scatter: number
}

/** A delivery as its tank judges it. */
export interface JudgedDelivery {
  /** How far rise and ticket are apart once the tank's own bias is taken out, L; negative: less came than was billed. */
  difference: number
  /** Standard deviation of the difference, L. */
  deviation: number
  /** Beyond three standard deviations: for a person to look at. */
  isBeyond: boolean
}

/** Meter, temperature of the product and of the tank, share of the delivery: what scatters beside the gauge. */
const OTHER_SCATTER = 0.005
const BEYOND = 3
/** By how much a tank's shape is off before anything is known of it: standard deviation of ln(rise / ticket). */
const FIRST_BIAS = 0.02
/** With so many deliveries' weight the promised scatter stands against the one that is seen. */
const SCATTER_WEIGHT = 8
/** One strange delivery teaches no more than this many standard deviations. */
const MOST_LEARNED = 3

/**
 * Compares ticket and rise of a delivery to a tank of which `record` is known. The scatter is that of the gauge, of what else
 * scatters with the amount, and of what is not known yet of the tank's own bias.
 */
export function judgeDelivery({ ticket, rise, gauge }: ComparedDelivery, record: TankRecord): JudgedDelivery {
  const expected = ticket * Math.exp(record.bias)
  const scatter = scatterOf({ ticket, rise, gauge }, record.scatter)
  const deviation = Math.hypot(scatter, expected * Math.sqrt(record.variance))
  const difference = rise - expected
  return { difference, deviation, isBeyond: Math.abs(difference) > BEYOND * deviation }
}

/** Standard deviation of a rise, L, by the gauge and by what else scatters with the amount. */
export function scatterOf({ ticket, gauge }: ComparedDelivery, factor = 1): number {
  return factor * Math.hypot(gauge, OTHER_SCATTER * ticket)
}

/**
 * What a tank's right deliveries teach about it, oldest first: its bias as the mean of ln(rise / ticket), drawn to 0 by what is
 * usual of tanks (a normal prior), and its scatter, drawn to what its gauge promises.
 */
export function learnTank(deliveries: readonly ComparedDelivery[]): TankRecord {
  let weight = 1 / FIRST_BIAS ** 2
  let sum = 0
  let squares = 0
  let count = 0
  for (const { ticket, rise, gauge } of deliveries) {
    if (!(ticket > 0) || !(rise > 0)) continue
    const own = scatterOf({ ticket, rise, gauge }) / ticket
    const before = sum / weight
    const whole = Math.hypot(own, Math.sqrt(1 / weight))
    const off = (Math.log(rise / ticket) - before) / whole
    const learned = Math.min(Math.max(off, -MOST_LEARNED), MOST_LEARNED)
    squares += learned * learned
    count += 1
    sum += (before + learned * whole) / own ** 2
    weight += 1 / own ** 2
  }
  const scatter = Math.sqrt((SCATTER_WEIGHT + squares) / (SCATTER_WEIGHT + count))
  return { bias: sum / weight, variance: (scatter * scatter) / weight, scatter }
}
