/** The charges of a document, in print order. */
export const CHARGES = ['freight', 'customs', 'expedite_fee', 'handling_charge'] as const

/** What the charge of a document without lines is for, such as a subscription and its period: its comment. */
export function chargePurpose({
  details,
  comments,
}: {
  details?: readonly unknown[] | undefined
  comments?: string | null | undefined
}): string | null {
  return details?.length === 0 && comments ? comments : null
}
