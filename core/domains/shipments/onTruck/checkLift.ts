/** A reported lift; litres of its gross volume. */
export interface LiftInput {
  readonly number: string
  readonly compartment: number
  readonly litres: number
  readonly lifted_at: string | null
  /** It replaces another lift; a quantity of 0 means that nothing was loaded. */
  readonly isCorrection: boolean
}

/** The facts that a lift is checked against. */
interface LiftFacts {
  readonly compartments: readonly { readonly number: number; readonly capacity: number }[]
  /** Bills of lading already reported for this round, without corrections. */
  readonly recorded: readonly { readonly number: string; readonly compartment: number }[]
  /** Epoch milliseconds. */
  readonly now: number
}

/** An issue of a lift, with its field; the limit is in litres, or a number of compartments. */
export interface LiftIssue {
  readonly field: 'compartment' | 'gross' | 'lifted_at' | 'number'
  readonly rule: 'compartment_missing' | 'required' | 'over_compartment' | 'in_future' | 'lift_told'
  readonly limit?: number
}

/** Tolerance of a compartment's nominal capacity, as a share. */
export const LEEWAY = 1.005
/** Tolerated error of clocks, ms. */
export const CLOCKS_DIFFER = 5 * 60_000

/** The issues of a lift, for both the office and the phone. */
export function checkLift(
  { number, compartment, litres, lifted_at, isCorrection }: LiftInput,
  { compartments, recorded, now }: LiftFacts,
): LiftIssue[] {
  const place = compartments.find((item) => item.number === compartment)
  const isRecorded = recorded.some((item) => item.number === number && item.compartment === compartment)
  const issues: (LiftIssue | false)[] = [
    !place && { field: 'compartment', rule: 'compartment_missing', limit: compartments.length },
    !isCorrection && litres === 0 && { field: 'gross', rule: 'required' },
    place !== undefined &&
      place.capacity > 0 &&
      litres > place.capacity * LEEWAY && {
        ...{ field: 'gross', rule: 'over_compartment', limit: place.capacity },
      },
    lifted_at !== null &&
      Date.parse(lifted_at) > now + CLOCKS_DIFFER && { field: 'lifted_at', rule: 'in_future' },
    !isCorrection && isRecorded && { field: 'number', rule: 'lift_told' },
  ]
  return issues.filter((issue): issue is LiftIssue => issue !== false)
}
