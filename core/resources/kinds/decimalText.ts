import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'

/** A decimal is sent as a string of fixed scale; a JSON number is accepted too if it fits exactly. */
export function decimalText(
  digits: number,
  scale: number,
  isWithin: (value: number) => boolean = () => true,
): z.ZodType<string> {
  const pattern = new RegExp(`^-?\\d{1,${digits - scale}}(\\.\\d{1,${Math.max(scale, 1)}})?$`)
  return z
    .union([z.string(), z.number()], { error: ruleMessage('decimal') })
    .transform((value) => String(value).trim())
    .refine((value) => /^-?\d+(\.\d+)?$/.test(value), { error: 'decimal', abort: true })
    .refine((value) => pattern.test(value), {
      error: 'decimal_size',
      params: { whole: digits - scale, scale },
      abort: true,
    })
    .refine((value) => isWithin(Number(value)), { error: 'decimal_range', abort: true })
    .transform((value) => new Decimal(value).toFixed(scale))
}

/** A decimal in a response. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/)
