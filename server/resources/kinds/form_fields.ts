import type { FormFieldsField } from '#core/resources/kinds/form_fields.ts'
import { anyList } from './anyList.ts'
import type { ServerKind } from './serverKind.ts'

export const form_fields: ServerKind<FormFieldsField> = {
  ...anyList,
  hasNoCell: true,
}
