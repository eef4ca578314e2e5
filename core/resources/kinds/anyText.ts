import { z } from 'zod'
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
  response: () => z.string(),
} as const

/** Checks the length of a text; kinds add their own rules. */
export function textOf({ max, min, required }: TextLength): z.ZodType<string> {
  return plainText(max, min ?? (required ? 1 : 0))
}
