import type { FormFieldsField } from '#core/resources/kinds/form_fields.ts'
import { anyList } from './anyList.tsx'
import type { WebKind } from './webKind.ts'

export const form_fields: WebKind<FormFieldsField> = anyList
