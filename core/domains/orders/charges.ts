/** The charges of a document, in print order. */
export const CHARGES = ['freight', 'customs', 'expedite_fee', 'handling_charge'] as const

interface Charged {
  details?: readonly unknown[] | undefined
  handling_charge?: string | null | undefined
  comments?: string | null | undefined
}

/** What the handling charge of a document without lines is for, such as a subscription and its period: its comment. */
export function chargePurpose({ details, handling_charge, comments }: Charged): string | null {
  return details?.length === 0 && Number(handling_charge ?? 0) !== 0 && comments ? comments : null
}
