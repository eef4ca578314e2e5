import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'

/** The evidence of one delivery about its meter. */
export interface MeterEvidence {
  /** The tank of the delivery. */
  tank: number
  /** Whether it went through the judged meter; the others inform about the tank. */
  isThroughMeter: boolean
  /** ln(ticket / rise), and its standard deviation from gauge and scatter. */
  excess: number
  deviation: number
  /** Assumed use during the delivery, as a share of the rise; default 0. */
  used?: number
}

/** The drift of a meter, as a share: positive if it counts too much. */
export interface MeterDrift {
  share: number
  /** Standard deviation of the share. */
  deviation: number
  /** Index of the first delivery that shows it, and the number of deliveries through this meter since. */
  first: number
  deliveries: number
}

/** Drift of the test hypothesis; larger drifts are found sooner, smaller ones later or never. */
const TESTED_DRIFT = 0.01
/**
 * Log likelihood ratio at which a drift is reported: slightly more than three standard deviations. In simulations a correct
 * meter is reported once in about 2,400 deliveries, and a drift of 1 % is found within 100 deliveries of 2.5 % scatter in 7 to
 * 9 of 10 cases, depending on how well the tanks are known.
 */
const REPORTED_AT = 5
/** Prior error of tank shapes: standard deviation of ln(ticket / rise). */
const TANK_BIAS = 0.02
/** Common relative error of a tank's assumed use in all its deliveries. */
const USE_BIAS = 0.25

interface Sums {
  /** Σ 1/σ², Σ used/σ² and Σ used²/σ². */
  weight: number
  ofUse: number
  ofUseSquared: number
  /** Σ excess/σ², and Σ used · excess/σ². */
  excess: number
  excessOfUse: number
}

/** Sums over all deliveries to a tank, and over those since the tested onset. */
interface TankSums {
  all: Sums
  since: Sums
}

/**
 * Searches deliveries, oldest first, for a lasting drift of one percent that began with one of them: the largest cumulative sum
 * of the log likelihood ratio (Page, Biometrika 41, 1954), with an unknown bias per tank, N(0, 2 %²), integrated out. So the
 * evidence about the meter is how a tank's later deliveries differ from its earlier ones, over many tanks whose errors do not all
 * point in one direction. The assumed use has an unknown bias as well: if a device starts to report more or less often, the share
 * of use in a rise changes although the meter did not.
 * @returns null as long as the deliveries are consistent with a correct meter
 */
export function findMeterDrift(evidence: readonly MeterEvidence[]): MeterDrift | null {
  const tanks = new Map<number, TankSums>()
  for (const item of evidence) {
    const sums = tanks.get(item.tank) ?? { all: { ...NO_SUMS }, since: { ...NO_SUMS } }
    add(sums.all, item)
    tanks.set(item.tank, sums)
  }
  let score = 0
  let information = 0
  let deliveries = 0
  let best: (MeterDrift & { likelihood: number }) | null = null
  // Backwards in time: each step adds one delivery to the set with the drift.
  for (let first = evidence.length - 1; first >= 0; first--) {
    const one = itemAt(evidence, first)
    if (!one.isThroughMeter) continue
    const sums = getOrThrow(tanks, one.tank)
    const old = evidenceOf(sums)
    add(sums.since, one)
    const updated = evidenceOf(sums)
    score += updated.score - old.score
    information += updated.information - old.information
    deliveries += 1
    const likelihood = TESTED_DRIFT * Math.abs(score) - (TESTED_DRIFT ** 2 * information) / 2
    if (likelihood > (best?.likelihood ?? REPORTED_AT)) {
      best = {
        ...{ share: score / information, deviation: 1 / Math.sqrt(information) },
        ...{ first, deliveries, likelihood },
      }
    }
  }
  if (!best) return null
  const { likelihood: _, ...drift } = best
  return drift
}

const NO_SUMS: Sums = { weight: 0, ofUse: 0, ofUseSquared: 0, excess: 0, excessOfUse: 0 }

function add(sums: Sums, { excess, deviation, used = 0 }: MeterEvidence): void {
  const weight = 1 / deviation ** 2
  sums.weight += weight
  sums.ofUse += weight * used
  sums.ofUseSquared += weight * used * used
  sums.excess += weight * excess
  sums.excessOfUse += weight * used * excess
}

/**
 * Evidence of a tank's deliveries about the meter, with the tank's two biases integrated out: the Woodbury identity for σ² I +
 * b² 1 1ᵀ + u² x xᵀ, with x the use.
 */
function evidenceOf({ all, since }: TankSums): { score: number; information: number } {
  const shape = 1 / TANK_BIAS ** 2 + all.weight
  const use = 1 / USE_BIAS ** 2 + all.ofUseSquared
  const both = all.ofUse
  const determinant = shape * use - both * both
  const ofShape = (use * since.weight - both * since.ofUse) / determinant
  const ofUse = (shape * since.ofUse - both * since.weight) / determinant
  return {
    score: since.excess - ofShape * all.excess - ofUse * all.excessOfUse,
    information: since.weight - ofShape * since.weight - ofUse * since.ofUse,
  }
}
