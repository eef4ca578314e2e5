import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'

/** Names written by people. */
export interface NameListField extends AnyField {
  kind: 'name_list'
}

export const name_list: CoreKind<NameListField> = {
  ...anyList,
  properties: {},
  check: () => z.array(plainText(65, 1)).max(100),
}
