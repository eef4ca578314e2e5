import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { recordId } from './recordId.ts'

export interface ImageField extends AnyField {
  kind: 'image'
}

export const image: CoreKind<ImageField> = {
  properties: {},
  check: recordId,
  answer: () => z.int(),
}
