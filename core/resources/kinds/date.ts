import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface DateField extends AnyField {
  kind: 'date'
}

export const date: CoreKind<DateField> = {
  properties: {},
  check: () => z.iso.date(),
  answer: () => z.iso.date(),
}
