import { z } from 'zod'
import { ruleMessage } from '#core/platform/schemaIssues.ts'
import { type FormField, INPUT_TYPES } from '#core/resources/formField.ts'
import { MOST_DETAILS } from '#core/resources/mostDetails.ts'
import type { AnyField } from './anyField.ts'
import type { CoreKind } from './coreKind.ts'
import { oneOf } from './oneOf.ts'
import { plainText } from './plainText.ts'
import { recordId } from './recordId.ts'
import { slugOf } from './slug.ts'

export interface JsonField extends AnyField {
  kind: 'json'
  /** Of an audit entry: what changed, as `Change` has it. */
  shape: 'strapping' | 'names' | 'ids' | 'changes' | 'form_fields' | 'options'
  /** Names of a closed list. */
  of?: readonly string[]
  /** Of ids: the kind of record that they are of. */
  to?: string
}

export const json: CoreKind<JsonField> = {
  properties: { shape: true, of: true, to: true },
  isOfOneRecord: true,
  isList: true,
  check: (field) => {
    if (field.shape === 'ids') return z.array(recordId()).max(MOST_RECORDS)
    if (field.shape === 'options') return z.array(z.looseObject({})).max(MOST_DETAILS)
    if (field.shape === 'form_fields') return z.array(formFieldSchema()).max(MOST_FORM_FIELDS)
    return field.shape === 'strapping'
      ? z.array(z.tuple([z.number().min(0).max(1e6), z.number().min(0).max(1e9)])).max(2000)
      : z.array(field.of ? oneOf(field.of) : plainText(65, 1)).max(Math.max(100, field.of?.length ?? 0))
  },
  answer: () => z.array(z.any()),
}

/** A list of records that is longer is better said in another way. */
const MOST_RECORDS = 1000

/** A longer form nobody fills in. */
const MOST_FORM_FIELDS = 200

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
