import type { Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { describeIssue } from '../answers.ts'

/** The message of a refusal, with the message of each field. */
export function reasonOf(language: string, { text, options }: Refusal): string {
  const issues = (options.issues ?? []).map((issue) => describeIssue(language, issue).message)
  return issues.length > 0 ? `${[...new Set(issues)].join('. ')}.` : translate(language, text, options.params)
}
