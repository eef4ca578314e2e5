export type UnitSystem = 'imperial' | 'metric'

export const MM_PER_INCH = 25.4
export const LITRES_PER_US_GALLON = 3.785411784

export function mmToInches(mm: number): number {
  return mm / MM_PER_INCH
}

export function inchesToMm(inches: number): number {
  return inches * MM_PER_INCH
}

export function litresToUsGallons(litres: number): number {
  return litres / LITRES_PER_US_GALLON
}

/** Litres in the volume unit of a unit system. */
export function volumeIn(units: UnitSystem, litres: number): number {
  return units === 'imperial' ? litresToUsGallons(litres) : litres
}

export function volumeUnit(units: UnitSystem): 'gal' | 'L' {
  return units === 'imperial' ? 'gal' : 'L'
}

export function usGallonsToLitres(gallons: number): number {
  return gallons * LITRES_PER_US_GALLON
}

export function celsiusToFahrenheit(celsius: number): number {
  return (celsius * 9) / 5 + 32
}

export function fahrenheitToCelsius(fahrenheit: number): number {
  return ((fahrenheit - 32) * 5) / 9
}

/** The unit system of a company or person from its API value: 1 imperial, 2 metric. */
export function unitSystemOf(unit_of_measure: number | null | undefined): UnitSystem {
  return unit_of_measure === 2 ? 'metric' : 'imperial'
}

/** The unit of volume of a system. */
export function volumeCode(system: UnitSystem): 'gal' | 'l' {
  return system === 'metric' ? 'l' : 'gal'
}

/** The unit of weight of a system. */
export function massCode(system: UnitSystem): 'kg' | 'lb' {
  return system === 'metric' ? 'kg' : 'lb'
}
