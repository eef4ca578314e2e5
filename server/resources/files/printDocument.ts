type Pair = readonly [name: string, value: string]

/** A document before it has a form: a heading, and rows of texts. */
export interface PrintDocument {
  title: string
  subtitle: string
  language: string
  /** A record has two columns, name and value; a list has one for each of its columns. */
  head: string[]
  rows: string[][]
  /** Columns of figures, by their place: they stand at the end of their column. */
  figures?: readonly number[]
  /** Who sends it: the name first, then what stands below it. */
  letterhead?: readonly string[]
  /** What stands beside each other above the rows, such as addresses. */
  blocks?: readonly { readonly title: string; readonly lines: readonly string[] }[]
  /** Dates, terms and numbers of the document. */
  facts?: readonly Pair[]
  /** What the rows add up to; the last one is what counts. */
  totals?: readonly Pair[]
  closing?: string
  /** A picture at the end, such as a signature, as a data address, with what is said of it. */
  picture?: { readonly title: string; readonly address: string; readonly lines: readonly string[] }
}

/** Tells whether its columns need the longer side of the paper. */
export function isWide({ head }: PrintDocument): boolean {
  return head.length > 5
}
