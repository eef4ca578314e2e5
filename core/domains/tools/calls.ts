import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { INPUT_TYPES } from '#core/resources/fields/formField.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { sql_fields } from './sql_fields.ts'
import { sql_relationships } from './sql_relationships.ts'
import { sql_tables } from './sql_tables.ts'

const FormField = () =>
  z.object({
    field_id: z.int().nullish(),
    name: z.string(),
    input_type: z.enum(INPUT_TYPES),
    rules: z.string().nullish(),
    min_len: z.number().nullish(),
    max_len: z.number().nullish(),
    default_value: z.string().nullish(),
    comments: z.string().nullish(),
  })

/** A form that any client can draw: JSON Schema of the body, and the input type of each field. */
const GeneratedForm = () =>
  z.object({
    form_id: z.int(),
    name: z.string(),
    singular_obj: z.string(),
    plural_obj: z.string(),
    endpoint: z.string().nullable(),
    method: z.literal('POST'),
    is_open: z
      .boolean()
      .describe('Whether the reader may fill it in; others may only read the configuration.'),
    has_scope: z.int(),
    sub_form_id: z.int().nullable(),
    resource: z.string().nullable().describe('Kind of record that it saves.'),
    fields: z.array(FormField()),
    sections: z
      .array(z.object({ name: z.string(), title: z.string().nullable(), fields: z.array(z.string()) }))
      .describe('Fields by heading.'),
    given: z.record(z.string(), z.number()).describe('Values to send without an input.'),
    next: z
      .object({ form_id: z.int(), name: z.string(), field: z.string() })
      .nullable()
      .describe('The form to fill in next, and the field of its records that refers to the new record.'),
    schema: z.looseObject({ description: z.string().optional() }),
    ui: z.object({
      order: z.array(z.string()),
      fields: z.record(
        z.string(),
        z.object({
          label: z.string(),
          input_type: z.enum(INPUT_TYPES),
          placeholder: z.string().nullable(),
          example: z.string().nullable(),
          help: z.string().nullable(),
          rules: z.array(z.string()),
          options: z.string().optional().describe('Path of the list of choices.'),
        }),
      ),
    }),
  })

export const syncDictionary = defineCall({
  method: 'GET',
  path: '/sql/sync',
  access: { who: { module: 'developer_tools', action: 'update', loginTypes: sql_tables.loginTypes } },
  response: () =>
    z.object({
      sql_tables: z.array(typedRecordSchema(sql_tables)),
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      ...messageFields(),
    }),
})

export const listGeneratedForms = defineCall({
  method: 'GET',
  path: '/generate/frontend',
  access: signedIn,
  response: () => z.object({ forms: z.array(GeneratedForm()) }),
})

export const listTableFields = defineCall({
  method: 'GET',
  path: '/sql/tables/:table_id/fields_with_raltionships',
  access: may(sql_tables, 'read'),
  params: () => z.object({ table_id: Id }),
  response: () =>
    z.object({
      sql_fields: z.array(
        typedRecordSchema(sql_fields, { relationships: z.array(typedRecordSchema(sql_relationships)) }),
      ),
    }),
})
