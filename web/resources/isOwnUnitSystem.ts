/** Of figures that exist in both unit systems a user sees those of his own: 1 imperial, 2 metric. */
export function isOwnUnitSystem(name: string, units: 1 | 2): boolean {
  const foreign = units === 1 ? /^(metric_|def_liters|sensor_offset)/ : /^(imperial_|def_us_gallons)/
  return !foreign.test(name)
}
