import { celsiusToFahrenheit, fahrenheitToCelsius } from '#core/platform/units.ts'
import { CORRECTED_GROUPS, type CorrectedGroup, LIQUEFIED_GAS } from './correctedGroups.ts'
import { propaneDensity } from './propaneDensity.ts'

const COEFFICIENTS: Record<CorrectedGroup, { k0: number; k1: number }> = {
  crude_oil: { k0: 341.0957, k1: 0 },
  fuel_oil: { k0: 103.872, k1: 0.2701 },
  jet_fuel: { k0: 330.301, k1: 0 },
  gasoline: { k0: 192.4571, k1: 0.2438 },
  lubricant: { k0: 0, k1: 0.34878 },
}

const REFERENCE_FAHRENHEIT = 60

/**
 * CTL, by which a volume at `celsius` is multiplied to get the volume at 60 °F. Whoever shows the result
 * labels it "indicative": certified tickets need certified software.
 * `density` in kg/m³ at 60 °F. α = K0/ρ² + K1/ρ, CTL = exp(−α Δt (1 + 0.8 α Δt)), Δt in °F from 60;
 * the pressure term is left out, being 1 in atmospheric tanks. Source: API MPMS 11.1.
 * Throws RangeError outside the standard's reach: 500 to 1,200 kg/m³ and −50 to 150 °C.
 */
export function temperatureCorrection(group: CorrectedGroup, density: number, celsius: number): number {
  if (!isDensity(density)) throw new RangeError(`density out of reach: ${density} kg/m³`)
  if (!isTemperature(celsius)) throw new RangeError(`temperature out of reach: ${celsius} °C`)
  const { k0, k1 } = COEFFICIENTS[group]
  const alpha = k0 / (density * density) + k1 / density
  const expansion = alpha * (celsiusToFahrenheit(celsius) - REFERENCE_FAHRENHEIT)
  return Math.exp(-expansion * (1 + 0.8 * expansion))
}

const isDensity = (density: number) => density >= 500 && density <= 1200
const isTemperature = (celsius: number) => celsius >= -50 && celsius <= 150

/** The temperature that a net volume refers to, °C: 60 °F where gallons are counted, 15 °C where litres are. */
export const REFERENCE_CELSIUS = { imperial: fahrenheitToCelsius(REFERENCE_FAHRENHEIT), metric: 15 } as const

/** kg/m³ of water at 15 °C, which specific gravities refer to. */
const WATER_DENSITY = 999.1

export interface Liquid {
  /** A product's group; one that is not corrected has no net volume. */
  group: string | null
  /** 1 = water at 15 °C. */
  specificGravity: number
  /** °C in the liquid; null = not told. */
  celsius: number | null
}

/** Specific gravities of a liquefied gas that is nearly all propane: only its density is known here. */
const PROPANE = { lightest: 0.49, heaviest: 0.53 }
/** °C between which liquid propane is corrected. */
const PROPANE_REACH = { coldest: -60, hottest: 70 }

/**
 * What a volume would be at the reference temperature in °C, in the unit given: indicative, from the product's group
 * and specific gravity; propane by the density of the liquid in balance with its vapour. Null where the group, the
 * density or the temperature is not in reach.
 */
export function netVolume(
  volume: number | null,
  { group, specificGravity, celsius }: Liquid,
  reference: number,
): number | null {
  const density = specificGravity * WATER_DENSITY
  if (volume === null || celsius === null) return null
  if (group === LIQUEFIED_GAS) {
    const isPropane = specificGravity >= PROPANE.lightest && specificGravity <= PROPANE.heaviest
    const isKnown = celsius >= PROPANE_REACH.coldest && celsius <= PROPANE_REACH.hottest
    return isPropane && isKnown ? (volume * propaneDensity(celsius)) / propaneDensity(reference) : null
  }
  if (!isCorrected(group)) return null
  if (!isDensity(density) || !isTemperature(celsius)) return null
  const at = (temperature: number) => temperatureCorrection(group, density, temperature)
  return (volume * at(celsius)) / at(reference)
}

function isCorrected(group: string | null): group is CorrectedGroup {
  return (CORRECTED_GROUPS as readonly (string | null)[]).includes(group)
}
