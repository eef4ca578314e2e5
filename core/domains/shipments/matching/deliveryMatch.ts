/** A delivery to one tank for comparison: the ticket, and the rise of the tank. L. */
export interface ComparedDelivery {
  ticket: number
  /** Rise of the level plus use in the meantime. */
  rise: number
  /** Standard deviation of the rise from the gauge alone, L. */
  gauge: number
}

/** Parameters of a tank learned from earlier deliveries. */
export interface TankRecord {
  /** Mean and variance of ln(rise / ticket) of correct deliveries: the tank's shape is never known exactly. */
  bias: number
  variance: number
  /** Factor of its scatter's standard deviation over the gauge's specification. */
  scatter: number
}

/** A judged delivery. */
export interface JudgedDelivery {
  /** Difference of rise and ticket beyond the tank's bias, L; negative: less arrived than billed. */
  difference: number
  /** Standard deviation of the difference, L. */
  deviation: number
  /** Beyond three standard deviations: needs a person's review. */
  isBeyond: boolean
}

/** Scatter from other sources than the gauge, as a share of the delivery: meter, temperatures of product and tank. */
const OTHER_SCATTER = 0.005
const BEYOND = 3
/** Prior error of a tank's shape: standard deviation of ln(rise / ticket). */
const FIRST_BIAS = 0.02
/** Prior weight of the specified scatter, in deliveries. */
const SCATTER_WEIGHT = 8
/** Outliers teach no more than this many standard deviations. */
const MAX_LEARNED = 3

/**
 * Compares ticket and rise of a delivery to a tank. The scatter consists of the gauge's, of errors proportional to the
 * quantity, and of the uncertainty of the tank's bias.
 */
export function judgeDelivery({ ticket, rise, gauge }: ComparedDelivery, record: TankRecord): JudgedDelivery {
  const expected = ticket * Math.exp(record.bias)
  const scatter = scatterOf({ ticket, rise, gauge }, record.scatter)
  const deviation = Math.hypot(scatter, expected * Math.sqrt(record.variance))
  const difference = rise - expected
  return { difference, deviation, isBeyond: Math.abs(difference) > BEYOND * deviation }
}

/** Standard deviation of a rise, L, from the gauge and from errors proportional to the quantity. */
export function scatterOf({ ticket, gauge }: ComparedDelivery, factor = 1): number {
  return factor * Math.hypot(gauge, OTHER_SCATTER * ticket)
}

/**
 * Learns a tank from its correct deliveries, oldest first: the bias as the mean of ln(rise / ticket), shrunk to 0 by a normal
 * prior, and the scatter, shrunk to the gauge's specification.
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
    const learned = Math.min(Math.max(off, -MAX_LEARNED), MAX_LEARNED)
    squares += learned * learned
    count += 1
    sum += (before + learned * whole) / own ** 2
    weight += 1 / own ** 2
  }
  const scatter = Math.sqrt((SCATTER_WEIGHT + squares) / (SCATTER_WEIGHT + count))
  return { bias: sum / weight, variance: (scatter * scatter) / weight, scatter }
}
