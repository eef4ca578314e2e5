import { z } from 'zod'
import { MAX_DETAILS } from '#core/resources/maxDetails.ts'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'

/** The values of an options list that users maintain. */
export interface OptionRowsField extends AnyField {
  kind: 'option_rows'
}

export const option_rows: CoreKind<OptionRowsField> = {
  ...anyList,
  properties: {},
  check: () => z.array(z.looseObject({})).max(MAX_DETAILS),
}
