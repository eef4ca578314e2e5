import type { z } from 'zod'
import type { Issue } from './issue.ts'
import type { Rule } from './texts/textKeys.ts'

/** The issues of a schema error, with texts that client and server have in the user's language. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({
    field: issue.path.join('.'),
    ...ruleOf(issue),
  }))
}

/** A schema message that names a rule; `whenMissing` if there was no input. */
export function ruleMessage(
  rule: Rule | undefined,
  whenMissing: Rule = 'required',
): (issue: { input?: unknown }) => string | undefined {
  return ({ input }) => (input === undefined || input === null ? whenMissing : rule)
}

const OWN_RULES = [
  'characters',
  'choice',
  'color',
  'date',
  'decimal',
  'decimal_range',
  'decimal_size',
  'email',
  'flag',
  'not_zero',
  'phone',
  'picture',
  'pipe_ends',
  'pipe_spaces',
  'public_id',
  'letter_first',
  'mobile_required',
  'password_required',
  'required',
  'route',
  'slug',
  'drawing',
  'time',
  'time_zone',
  'unique_items',
  'url',
  'username',
  'week_windows',
  'window_order',
  'window_overlap',
] as const satisfies readonly Rule[]

const TYPES = [
  'array',
  'boolean',
  'date',
  'int',
  'integer',
  'never',
  'number',
  'object',
  'record',
  'string',
  'tuple',
] as const

function ruleOf(issue: z.core.$ZodIssue): Pick<Issue, 'rule' | 'params'> {
  const own = OWN_RULES.find((rule) => rule === issue.message)
  if (own) return { rule: own, params: issue.code === 'custom' ? issue.params : undefined }
  switch (issue.code) {
    case 'invalid_type':
      return {
        rule: /received (undefined|null)$/.test(issue.message) ? 'required' : typeRule(issue.expected),
      }
    case 'too_small':
      if (issue.origin === 'string') {
        return issue.minimum === 1
          ? { rule: 'required' }
          : { rule: 'too_short', params: { min: Number(issue.minimum) } }
      }
      return Number(issue.minimum) === 0
        ? { rule: 'not_negative' }
        : { rule: 'too_low', params: { min: Number(issue.minimum) } }
    case 'too_big':
      return {
        rule: issue.origin === 'string' ? 'too_long' : 'too_high',
        params: { max: Number(issue.maximum) },
      }
    case 'invalid_value':
      return { rule: wasLeftOut(issue) ? 'required' : 'choice' }
    case 'invalid_format':
      return { rule: issue.format === 'date' || issue.format === 'datetime' ? 'date' : 'format' }
    default:
      return { rule: 'format' }
  }
}

function typeRule(expected: string): Rule {
  const type = TYPES.find((item) => item === expected)
  return type ? `type_${type}` : 'format'
}

/** Requires parsing with `reportInput`: otherwise missing input looks like wrong input. */
function wasLeftOut(issue: z.core.$ZodIssue): boolean {
  return 'input' in issue && (issue.input ?? null) === null
}
