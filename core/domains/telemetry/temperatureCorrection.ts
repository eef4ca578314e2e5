import { celsiusToFahrenheit } from '#core/platform/units.ts'

/** Product groups of API MPMS 11.1 (ASTM D1250). LPG is not among them: it has tables of its own. */
export type ProductGroup = 'crude' | 'diesel' | 'jet' | 'gasoline' | 'lubricant'

const COEFFICIENTS: Record<ProductGroup, { k0: number; k1: number }> = {
  crude: { k0: 341.0957, k1: 0 },
  diesel: { k0: 103.872, k1: 0.2701 },
  jet: { k0: 330.301, k1: 0 },
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
export function temperatureCorrection(group: ProductGroup, density: number, celsius: number): number {
  if (!(density >= 500 && density <= 1200)) throw new RangeError(`density out of reach: ${density} kg/m³`)
  if (!(celsius >= -50 && celsius <= 150)) throw new RangeError(`temperature out of reach: ${celsius} °C`)
  const { k0, k1 } = COEFFICIENTS[group]
  const alpha = k0 / (density * density) + k1 / density
  const expansion = alpha * (celsiusToFahrenheit(celsius) - REFERENCE_FAHRENHEIT)
  return Math.exp(-expansion * (1 + 0.8 * expansion))
}
