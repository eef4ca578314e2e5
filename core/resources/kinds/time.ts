import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface TimeField extends AnyField {
  kind: 'time'
}

export const time: CoreKind<TimeField> = {
  properties: {},
  check: () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'),
  answer: () => z.string(),
}
