/** A document before it has a form: a heading, and rows of texts. */
export interface PrintDocument {
  title: string
  subtitle: string
  language: string
  /** A record has two columns, name and value; a list has one for each of its columns. */
  head: string[]
  rows: string[][]
}
