import { netVolume } from '#core/domains/tanks/temperatureCorrection.ts'

/** The levels between which a tank rose, what was used of it meanwhile, and what the ticket says, L. */
export interface RisenLevel {
  before: number
  after: number
  used: number
  ticket: number
}

/** What is in the truck and in the tank: by its group and specific gravity it grows with its warmth. */
export interface DeliveredLiquid {
  group: string | null
  specificGravity: number
}

/** °C of what went through the meter, and of the tank's liquid at both readings; null where nobody tells. */
export interface DeliveryWarmth {
  ticket: number | null
  before: number | null
  after: number | null
}

export interface MeteredRise {
  /** What came into the tank, L as the meter counted them. */
  rise: number
  /** How much of it is due to warmth: what the tank's own litres lack of it, or have too much. */
  warmth: number
  /** Standard deviation by what is not known of the warmth, L. */
  spread: number
}

/** Any temperature at which all volumes are taken; it cancels. */
const REFERENCE = 15
/** How well a sensor in the liquid knows how warm all of it is, °C. */
const SENSED = 0.5
/** Where the tank's warmth is not told: it is as warm as the product that comes to within this, °C ... */
const APART = 5
/** ... and to half of what that product is off the mean of the year. */
const MEAN_WARMTH = 15

/**
 * What a tank's level says came into it, in litres as the meter counted them: the liquid is the same before, after and in the hose, its
 * volume is not. Where a ticket or a tank does not tell how warm it was the levels stand as they are, and may be off by what the
 * unknown warmth can amount to.
 */
export function riseAsMetered(
  { before, after, used, ticket }: RisenLevel,
  liquid: DeliveredLiquid,
  celsius: DeliveryWarmth,
): MeteredRise {
  const measured = after - before + used
  const net = (at: number | null) => netVolume(1, { ...liquid, celsius: at }, REFERENCE)
  const [metered, then, now] = [net(celsius.ticket), net(celsius.before), net(celsius.after)]
  if (metered === null || then === null || now === null) {
    const spread = Math.abs(ticket) * shareOf(liquid, unknownBy(celsius.ticket))
    return { rise: measured, warmth: 0, spread }
  }
  const rise = ((after + used) * now - before * then) / metered
  const sensed = shareOf(liquid, SENSED)
  return { rise, warmth: rise - measured, spread: sensed * Math.hypot(before, after, ticket) }
}

const unknownBy = (ticket: number | null) => Math.hypot(APART, ((ticket ?? MEAN_WARMTH) - MEAN_WARMTH) / 2)

/** By what share a liquid grows in so many degrees; nothing where it is not corrected. */
function shareOf(liquid: DeliveredLiquid, degrees: number): number {
  const warmer = netVolume(1, { ...liquid, celsius: MEAN_WARMTH + degrees }, MEAN_WARMTH)
  return warmer === null ? 0 : Math.abs(1 - warmer)
}
