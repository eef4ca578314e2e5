import { isOneOf } from '#core/platform/isOneOf.ts'
import { celsiusToFahrenheit, fahrenheitToCelsius } from '#core/platform/numbers/units.ts'
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
 * CTL, the factor from a volume at `celsius` to the volume at 60 °F. Results must be labelled "indicative": certified tickets
 * need certified software. `density` in kg/m³ at 60 °F. α = K0/ρ² + K1/ρ, CTL = exp(−α Δt (1 + 0.8 α Δt)), Δt in °F from 60;
 * without the pressure term, which is 1 in atmospheric tanks. Source: API MPMS 11.1. Throws RangeError outside the standard's
 * range: 500 to 1,200 kg/m³ and −50 to 150 °C.
 */
export function temperatureCorrection(group: CorrectedGroup, density: number, celsius: number): number {
  if (!isDensity(density)) throw new RangeError(`density out of range: ${density} kg/m³`)
  if (!isTemperature(celsius)) throw new RangeError(`temperature out of range: ${celsius} °C`)
  const { k0, k1 } = COEFFICIENTS[group]
  const alpha = k0 / (density * density) + k1 / density
  const expansion = alpha * (celsiusToFahrenheit(celsius) - REFERENCE_FAHRENHEIT)
  return Math.exp(-expansion * (1 + 0.8 * expansion))
}

const isDensity = (density: number) => density >= 500 && density <= 1200
const isTemperature = (celsius: number) => celsius >= -50 && celsius <= 150

/** Reference temperature of net volumes, °C: 60 °F for gallons, 15 °C for litres. */
export const REFERENCE_CELSIUS = { imperial: fahrenheitToCelsius(REFERENCE_FAHRENHEIT), metric: 15 } as const

/** kg/m³ of water at 15 °C, which specific gravities refer to. */
const WATER_DENSITY = 999.1

export interface Liquid {
  /** A product's group; a group without correction has no net volume. */
  group: string | null
  /** 1 = water at 15 °C. */
  specificGravity: number
  /** °C of the liquid; null = unknown. */
  celsius: number | null
}

/** Specific gravities of a liquefied gas that is nearly pure propane, the only gas with a known density here. */
const PROPANE = { lightest: 0.49, heaviest: 0.53 }
/** Temperature range of the correction of liquid propane, °C. */
const PROPANE_REACH = { coldest: -60, hottest: 70 }

/**
 * A volume at the reference temperature (°C), in the same unit: indicative, from the product's group and specific gravity;
 * propane by the density of the saturated liquid. Null if group, density or temperature are out of range.
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
  return isOneOf(CORRECTED_GROUPS, group)
}
