import { rulesOf } from '#core/resources/fields/formField.ts'

/** Valid rules of a form's field: the dictionary's rules, and a pattern. */
const KNOWN =
  /^(required|unique|numeric|integer|date|color|email|public_id|rich|route|slug|time_zone|url|username|piped|(min|max):-?\d{1,18}(\.\d{1,9})?|decimal:\d{1,2},\d{1,2})$/
const PATTERN = /^regex:(.+)$/
const LONGEST_PATTERN = 200
/** Maximum number of unbounded repetitions in a pattern: each multiplies the matching time. */
const MAX_REPETITIONS = 3

/** Whether every rule of a field is valid, and none of its patterns can run away. */
export function areRulesSound(rules: string | null | undefined): boolean {
  return rulesOf({ rules }).every((rule) => {
    const pattern = PATTERN.exec(rule)?.[1]
    return pattern === undefined ? KNOWN.test(rule) : isSafePattern(pattern)
  })
}

/**
 * Whether a regular expression is valid and fast on every text: it has no lookaround, and repeats no group that contains a
 * repetition ("(a+)+" doubles its time with every further letter).
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || !isPattern(pattern)) return false
  if (/\\[1-9k]|\(\?(?!:)/.test(pattern)) return false
  // A character class counts as one letter; groups are replaced from the inside.
  let rest = pattern
    .replace(/\\./g, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\{\d+\}/g, '')
  if ((rest.match(/[*+]|\{\d+,\}/g) ?? []).length > MAX_REPETITIONS) return false
  for (;;) {
    const group = /\((?:\?:)?([^()]*)\)(\*|\+|\{\d+,?\d*\})?/.exec(rest)
    if (!group) return true
    const [whole, inner = '', repeated] = group
    const repeats = /[*+?{]/.test(inner)
    if (repeated && repeats) return false
    rest = rest.replace(whole, () => (repeats || repeated ? 'a+' : 'a'))
  }
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
