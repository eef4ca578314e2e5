/** Critical point of propane: K, and kg/m³. */
const CRITICAL = { kelvin: 369.89, density: 220.4781 }

/** Factors and exponents of θ = 1 − T/T_c. */
const TERMS: readonly (readonly [factor: number, exponent: number])[] = [
  [1.82205, 0.345],
  [0.65802, 0.74],
  [0.21109, 2.6],
  [0.083973, 7.2],
]

/** °C, range of the equation: no tank is colder, no liquid hotter. */
const REACH = { coldest: -60, hottest: 70 }

/**
 * Density of saturated liquid propane, kg/m³, at °C. Temperatures are clamped to −60…70 °C. Source: E. W. Lemmon, M. O.
 * McLinden, W. Wagner, "Thermodynamic Properties of Propane. III. A Reference Equation of State …", J. Chem. Eng. Data 54
 * (2009) 3141: the auxiliary equation for the saturated liquid.
 */
export function propaneDensity(celsius: number): number {
  const kelvin = Math.min(Math.max(celsius, REACH.coldest), REACH.hottest) + 273.15
  const theta = 1 - kelvin / CRITICAL.kelvin
  return CRITICAL.density * TERMS.reduce((sum, [factor, exponent]) => sum + factor * theta ** exponent, 1)
}
