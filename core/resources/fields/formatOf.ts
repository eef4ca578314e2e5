import type { Field } from '../field.ts'
import type { TextFormat } from '../kinds/textFormats.ts'

/** The format of a text; other fields have none. */
export function formatOf(field: Field | undefined): TextFormat | undefined {
  return field?.kind === 'text' ? field.format : undefined
}
