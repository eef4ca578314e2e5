/** Figures that exist in both unit systems, under two names each. */
const METRIC = /^(metric_|def_liters$|sensor_offset$|(max_weight|gvwr|payload|compartment[1-5])$)/
const IMPERIAL = /^(imperial_|def_us_gallons$)/

/** Of figures that exist in both unit systems a person reads and writes those of their own. */
export function isOfUnitSystem(name: string, isImperial: boolean): boolean {
  return !(isImperial ? METRIC : IMPERIAL).test(name)
}
