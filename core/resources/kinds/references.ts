import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'
import { recordId } from './recordId.ts'

/** Refers to several records of a kind by their ids. */
export interface ReferencesField extends AnyField {
  kind: 'references'
  to: string
}

export const references: CoreKind<ReferencesField> = {
  ...anyList,
  properties: { to: true },
  check: () => z.array(recordId()).max(MAX_RECORDS),
}

/** Longer lists of records should be expressed in another way. */
const MAX_RECORDS = 1000
