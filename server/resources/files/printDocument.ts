type Pair = readonly [name: string, value: string]

/** A document before layout: a heading, and rows of texts. */
export interface PrintDocument {
  title: string
  subtitle: string
  language: string
  /** A record has two columns, name and value; a list has its own. */
  head: string[]
  rows: string[][]
  /** Indexes of the right-aligned columns of figures. */
  figures?: readonly number[]
  /** The sender: the name first, then the lines below it. */
  letterhead?: readonly string[]
  /** The sender's logo as a data URL. */
  logo?: string
  /** Blocks side by side above the rows, such as addresses. */
  blocks?: readonly { readonly title: string; readonly lines: readonly string[] }[]
  /** Dates, terms and numbers of the document. */
  facts?: readonly Pair[]
  /** The totals of the rows; the last one is the final amount. */
  totals?: readonly Pair[]
  closing?: string
  /** A picture at the end, such as a signature, as a data URL, with its captions. */
  picture?: { readonly title: string; readonly address: string; readonly lines: readonly string[] }
}

/** Whether its columns need landscape format. */
export function isWide({ head }: PrintDocument): boolean {
  return head.length > 5
}
