import { netVolume } from '#core/domains/tanks/temperatureCorrection.ts'

/** The levels before and after a rise, the use in between, and the ticket, L. */
export interface RisenLevel {
  before: number
  after: number
  used: number
  ticket: number
}

/** The liquid in truck and tank: group and specific gravity determine its thermal expansion. */
export interface DeliveredLiquid {
  group: string | null
  specificGravity: number
}

/** °C of the liquid through the meter, and of the tank's liquid at both readings; null if unknown. */
export interface DeliveryWarmth {
  ticket: number | null
  before: number | null
  after: number | null
}

export interface MeteredRise {
  /** Volume that reached the tank, L as the meter counted them. */
  rise: number
  /** Part of it due to temperature differences. */
  warmth: number
  /** Standard deviation from unknown temperatures, L. */
  spread: number
}

/** An arbitrary reference temperature for all volumes; it cancels out. */
const REFERENCE = 15
/** Error of a liquid sensor against the mean of the liquid, °C. */
const SENSED = 0.5
/** If the tank's temperature is unknown: it is within this of the delivered product, °C ... */
const APART = 5
/** ... plus half of the product's deviation from the yearly mean. */
const MEAN_WARMTH = 15

/**
 * The volume that reached a tank by its level, in litres as the meter counted them: the mass of liquid is the same before,
 * after and in the hose, its volume is not. Without temperatures of ticket or tank the levels count as they are, with the error
 * that unknown temperatures can cause.
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

/** Relative expansion of a liquid over `degrees`; 0 if it is not corrected. */
function shareOf(liquid: DeliveredLiquid, degrees: number): number {
  const warmer = netVolume(1, { ...liquid, celsius: MEAN_WARMTH + degrees }, MEAN_WARMTH)
  return warmer === null ? 0 : Math.abs(1 - warmer)
}
