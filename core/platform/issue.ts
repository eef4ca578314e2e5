/** What a rule found wrong: the field, the rule's name (a text key under `rules`), what its text needs. */
export interface Issue {
  field: string
  rule: string
  params?: Readonly<Record<string, string | number>>
}
