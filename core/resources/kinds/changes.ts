import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

/** Of an audit entry: what changed, as `Change` has it. */
export interface ChangesField extends AnyField {
  kind: 'changes'
}

export const changes: CoreKind<ChangesField> = {
  ...anyList,
  properties: {},
  check: () => z.array(plainText(65, 1)).max(100),
}
