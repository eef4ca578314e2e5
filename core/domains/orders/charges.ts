/** The charges of a document, in print order. */
export const CHARGES = ['freight', 'customs', 'expedite_fee', 'handling_charge'] as const
