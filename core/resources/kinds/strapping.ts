import { z } from 'zod'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'

/** The strapping table of a tank: heights with their volumes. */
export interface StrappingField extends AnyField {
  kind: 'strapping'
}

export const strapping: CoreKind<StrappingField> = {
  ...anyList,
  properties: {},
  check: () => z.array(z.tuple([z.number().min(0).max(1e6), z.number().min(0).max(1e9)])).max(2000),
}
