import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'

/** A value of a closed list of numbers or names. */
export function oneOf(values: readonly string[] | readonly number[]): z.ZodType {
  return typeof values[0] === 'number'
    ? z.union(
        values.map((value) => z.literal(value)),
        { error: ruleMessage('choice') },
      )
    : z.enum(values.map(String), { error: ruleMessage('choice') })
}
