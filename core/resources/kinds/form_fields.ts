import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import { type FormField, INPUT_TYPES } from '#core/resources/formField.ts'
import type { AnyField } from './anyField.ts'
import { anyList } from './anyList.ts'
import type { CoreKind } from './coreKind.ts'
import { plainText } from './plainText.ts'
import { recordId } from './recordId.ts'
import { slugOf } from './slug.ts'

/** The fields of a form that a developer designed. */
export interface FormFieldsField extends AnyField {
  kind: 'form_fields'
}

export const form_fields: CoreKind<FormFieldsField> = {
  ...anyList,
  properties: {},
  check: () => z.array(formFieldSchema()).max(MAX_FORM_FIELDS),
}

/** No one fills in a longer form. */
const MAX_FORM_FIELDS = 200

function formFieldSchema(): z.ZodType<FormField> {
  const length = z.int().min(0).max(65_535).nullish()
  const text = (max: number) => plainText(max, 0).nullish()
  return z.object({
    field_id: recordId().nullish(),
    name: slugOf(plainText(100, 1)),
    input_type: z.enum(INPUT_TYPES, { error: ruleMessage('choice') }),
    rules: text(255),
    min_len: length,
    max_len: length,
    default_value: text(25),
    comments: text(255),
  })
}
