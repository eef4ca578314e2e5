import type { Rule } from './texts/textKeys.ts'

/** A violated rule: the field, the rule, and the parameters of its text. */
export interface Issue {
  field: string
  rule: Rule
  params?: Readonly<Record<string, string | number>>
}

/** The issue in a list if its rule is broken, else an empty list; for checks over several fields. */
export function issueIf(isBroken: unknown, issue: Issue): Issue[] {
  return isBroken ? [issue] : []
}
