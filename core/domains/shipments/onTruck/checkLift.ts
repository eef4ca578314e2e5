/** A lift as somebody tells it; litres of its gross. */
export interface AskedLift {
  readonly number: string
  readonly compartment: number
  readonly litres: number
  readonly lifted_at: string | null
  /** It counts in the place of another: nothing was loaded is 0. */
  readonly isCorrection: boolean
}

/** What a lift is judged by. */
interface LiftFacts {
  readonly compartments: readonly { readonly number: number; readonly capacity: number }[]
  /** Bills of lading that were told for this round, without corrections. */
  readonly told: readonly { readonly number: string; readonly compartment: number }[]
  /** ms. */
  readonly now: number
}

/** What is wrong with a lift, at which field; a limit is in litres, or a number of compartments. */
export interface LiftIssue {
  readonly field: 'compartment' | 'gross' | 'lifted_at' | 'number'
  readonly rule: 'compartment_missing' | 'required' | 'over_compartment' | 'in_future' | 'lift_told'
  readonly limit?: number
}

/** A compartment's plate is not exact either. */
export const LEEWAY = 1.005
/** Clocks that are set by people go wrong by so much, ms. */
export const CLOCKS_DIFFER = 5 * 60_000

/** Why a lift cannot be as it is told: the same at the office and on the phone. */
export function checkLift(
  { number, compartment, litres, lifted_at, isCorrection }: AskedLift,
  { compartments, told, now }: LiftFacts,
): LiftIssue[] {
  const place = compartments.find((one) => one.number === compartment)
  const isTold = told.some((one) => one.number === number && one.compartment === compartment)
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
    !isCorrection && isTold && { field: 'number', rule: 'lift_told' },
  ]
  return issues.filter((issue): issue is LiftIssue => issue !== false)
}
