import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

/** The changes of an audit entry, as `Change`. */
export interface ChangesField extends AnyField {
  kind: 'changes'
}

export const changes: CoreKind<ChangesField> = {
  ...anyList,
  properties: {},
  check: () => z.array(plainText(65, 1)).max(100),
}
