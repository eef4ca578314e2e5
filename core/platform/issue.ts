import type { Rule } from './textKeys.ts'

/** What a rule found wrong: the field, the rule, what its text needs. */
export interface Issue {
  field: string
  rule: Rule
  params?: Readonly<Record<string, string | number>>
}

/** The issue as a list of one where its rule is broken, else none: what a check over several fields is written with. */
export function issueIf(isBroken: unknown, issue: Issue): Issue[] {
  return isBroken ? [issue] : []
}
