import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { pathOf } from '#core/resources/definition.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { data_import_logs } from './data_import_logs.ts'

const path = pathOf(data_import_logs)
const access = may(data_import_logs, 'create')
const ofImport = () => z.object({ import_id: Id })

const RefusedRow = () =>
  z.object({
    row: z.int().describe('Row number as in a spreadsheet.'),
    errors: z.array(
      z.object({
        field: z.string(),
        position: z.int().nullable(),
        message: z.string(),
        value: z.string().optional(),
        choices: z.array(z.string()).optional(),
      }),
    ),
  })

const LONGEST_TEXT = 255
const Values = () => z.record(z.string().max(LONGEST_TEXT), z.string().max(LONGEST_TEXT))
const Decimal = () => z.enum(['.', ','])
const Dates = () => z.enum(['mdy', 'dmy', 'ymd'])

/** How to read a column. */
const readingShape = () => ({
  default: z.string().max(LONGEST_TEXT).optional().describe('Value of an empty cell.'),
  values: Values().optional().describe('Meaning of some values of the column.'),
  decimal: Decimal().optional().describe('The decimal sign.'),
  dates: Dates().optional().describe('Order of day, month and year.'),
})

const Mapping = () =>
  z.object({
    position: z
      .int()
      .nullable()
      .describe('The column, counted from 0; null if `default` applies to every row.'),
    table_field: z.string(),
    table_name: z.string().optional(),
    name: z.string(),
    ...readingShape(),
  })

const ImportedField = () =>
  z.object({
    name: z.string(),
    label: z.string(),
    required: z.boolean(),
    choices: z.array(z.string()).optional().describe('Valid values, if there are few.'),
    has_meanings: z.boolean().describe('Its values name choices or other records.'),
  })

const ColumnValues = () =>
  z.object({
    decimal: Decimal().nullable(),
    dates: Dates().nullable(),
    is_doubtful: z.boolean().describe('Its dates are ambiguous.'),
    values: z.array(z.string()).describe('Its values, if there are few.'),
  })

/** An import with its file's headings, first rows and issues; the rows only for the user who sent it. */
const ImportResponse = () =>
  typedRecordSchema(data_import_logs, {
    field_mappings: z.array(Mapping()),
    fields: z.array(ImportedField()),
    match_by: z
      .array(z.array(z.string()))
      .describe(
        'Labels of the fields that identify a record: the first list that a row contains counts. Empty: all fields.',
      ),
    sheets: z.array(z.string()).describe('Sheets of a workbook with several.'),
    sheet: z.int(),
    heading_row: z.int().describe('Row number, counted from 1.'),
    headings: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    columns: z.array(ColumnValues()).describe('Facts about the values of each column.'),
    notes: z
      .array(z.object({ row: z.int().nullable(), position: z.int().nullable(), message: z.string() }))
      .describe('Doubtful places in the file.'),
    report: z.array(RefusedRow()),
    made: z
      .array(z.object({ kind: z.string(), id: z.int(), title: z.string() }))
      .describe('Its first records.'),
    left: z
      .array(z.object({ kind: z.string(), id: z.int(), title: z.string(), why: z.string() }))
      .describe('The first records that undoing left unchanged.'),
    summary: z
      .array(z.object({ kind: z.string(), made: z.int(), found: z.int() }))
      .describe(
        'For a file of several kinds: the records that it creates, and existing ones that it refers to.',
      ),
    without_key: z.int().describe('Number of created devices without a key.'),
    unheard: z.int().describe('Number of created devices with a key that never reported.'),
    can_undo: z.boolean(),
  })
const Saved = () => z.object({ data_import_log: ImportResponse(), ...messageFields() })

export const readImportTemplate = defineCall({
  method: 'GET',
  path: `${path}/template`,
  access,
  query: () => z.object({ resource: z.string().max(65), format: z.enum(['csv', 'xlsx']).default('csv') }),
  produces: 'text/csv',
})

export const sendImportFile = defineCall({
  method: 'POST',
  path,
  access,
  query: () => z.object({ resource: z.string().max(65) }),
  response: Saved,
})

export const mapImport = defineCall({
  method: 'PATCH',
  path: `${path}/:import_id`,
  access,
  params: ofImport,
  body: () =>
    z.object({
      field_mappings: z
        .array(
          z.object({
            position: z.int().min(0).max(1000).nullable(),
            table_field: z.string().max(65),
            ...readingShape(),
          }),
        )
        .max(250)
        .optional(),
      sheet: z.int().min(0).max(1000).optional().describe('Use this sheet of the workbook.'),
      heading_row: z.int().min(1).max(1000).optional().describe('Row with the headings.'),
    }),
  response: Saved,
})

export const checkImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/check`,
  access,
  params: ofImport,
  response: Saved,
})

export const carryOutImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/import`,
  access,
  params: ofImport,
  response: Saved,
})

export const stopImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/stop`,
  access,
  params: ofImport,
  response: Saved,
})

export const readRefusedRows = defineCall({
  method: 'GET',
  path: `${path}/:import_id/refused`,
  access,
  params: ofImport,
  query: () => z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  produces: 'text/csv',
})

export const sendCorrectedRows = defineCall({
  method: 'POST',
  path: `${path}/:import_id/corrected`,
  access,
  params: ofImport,
  response: Saved,
})

export const undoImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/undo`,
  access,
  params: ofImport,
  response: Saved,
})

export const makeImportKeys = defineCall({
  method: 'PATCH',
  path: `${path}/:import_id/keys`,
  access,
  params: ofImport,
  body: () =>
    z.object({
      again: z.boolean().default(false).describe('Also replaces the keys of devices that never reported.'),
    }),
  response: () =>
    z.object({
      device_keys: z.array(
        z.object({
          device_id: z.int(),
          public_id: z.string(),
          label: z.string().nullable(),
          site: z.string().nullable(),
          device_key: z.string(),
        }),
      ),
    }),
})
