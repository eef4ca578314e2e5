import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'
import { oneOf } from './oneOf.ts'

/** Several names of a closed list. */
export interface ChoicesField extends AnyField {
  kind: 'choices'
  of: readonly string[]
}

export const choices: CoreKind<ChoicesField> = {
  ...anyList,
  properties: { of: true },
  check: ({ of }) => z.array(oneOf(of)).max(Math.max(100, of.length)),
}
