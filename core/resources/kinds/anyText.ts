import { z } from 'zod'
import type { FormField } from '#core/resources/formField.ts'
import type { AnyField } from './anyField.ts'
import { plainText } from './plainText.ts'

/** Length limits of a text. */
export interface TextLength extends AnyField {
  max: number
  min?: number
}

/** Common properties of all text kinds. */
export const anyText = {
  properties: { max: true, min: true },
  isText: true,
  answer: () => z.string(),
  narrow: <F extends TextLength>(field: F, { min_len, max_len }: FormField): F => ({
    ...field,
    ...(min_len != null && { min: Math.max(min_len, field.min ?? 0) }),
    ...(max_len != null && { max: Math.min(max_len, field.max) }),
  }),
} as const

/** Checks the length of a text; kinds add their own rules. */
export function textOf({ max, min, required }: TextLength): z.ZodType<string> {
  return plainText(max, min ?? (required ? 1 : 0))
}
