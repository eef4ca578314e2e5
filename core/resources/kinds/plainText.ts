import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'

/** Trimmed text without control characters (the database cannot store a null byte). */
export function plainText(max: number, min: number, required: Rule = 'required'): z.ZodType<string> {
  return z
    .string({ error: ruleMessage(undefined, required) })
    .trim()
    .refine((value) => isPrintable(value) && isWellFormed(value), { error: 'characters', abort: true })
    .min(min, min === 1 ? required : undefined)
    .max(max)
}

/** Line breaks and tabs are allowed; other control characters are not. */
function isPrintable(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return false
  }
  return true
}

function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value)
}
