/** Prefix of an invoice's temporary number, which lasts until it gets one of its series; its id follows. */
const DRAFT = 'Draft '

/** Whether a document has no number of its series yet: it is drawn when the invoice stops being a draft. */
export function hasDraftNumber({ document_number }: { readonly document_number?: unknown }): boolean {
  return String(document_number ?? '').startsWith(DRAFT)
}
