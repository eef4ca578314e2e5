import { z } from 'zod'
import { GivenInstant } from '#core/platform/instants.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'

export interface InstantField extends AnyField {
  kind: 'instant'
}

export const instant: CoreKind<InstantField> = {
  properties: {},
  check: GivenInstant,
  answer: () => z.iso.datetime(),
}
