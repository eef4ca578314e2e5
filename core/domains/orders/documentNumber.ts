/** Prefix of an invoice's temporary number, followed by its id; replaced by the next number of the series. */
const DRAFT = 'Draft '

/** Whether a document has no number of its series yet: an invoice gets one when it stops being a draft. */
export function hasDraftNumber({ document_number }: { readonly document_number?: unknown }): boolean {
  return String(document_number ?? '').startsWith(DRAFT)
}
