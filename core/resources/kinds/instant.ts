import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface InstantField extends AnyField {
  kind: 'instant'
}

export const instant: CoreKind<InstantField> = {
  properties: {},
  check: () => z.iso.datetime({ offset: true }),
  answer: () => z.iso.datetime(),
}
