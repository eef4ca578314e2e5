import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { pathOf } from '#core/resources/definition.ts'
import { may } from '#core/resources/may.ts'
import { answeredRecord } from '#core/resources/recordSchema.ts'
import { data_import_logs } from './data_import_logs.ts'

const path = pathOf(data_import_logs)
const access = may(data_import_logs, 'create')
const ofImport = () => z.object({ import_id: Id })

const RefusedRow = () =>
  z.object({
    row: z.int().describe('As a spreadsheet counts.'),
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

/** How a column is read. */
const readingShape = () => ({
  default: z.string().max(LONGEST_TEXT).optional().describe('What a row says whose cell is empty.'),
  values: Values().optional().describe('What some values of the column mean.'),
  decimal: Decimal().optional().describe('The sign before decimals.'),
  dates: Dates().optional().describe('The order of day, month and year.'),
})

/** An import with its file's headings, its first rows and what is wrong: those only for who has sent it. */
const ImportAnswer = () =>
  answeredRecord(data_import_logs, {
    field_mappings: z.array(
      z.object({
        position: z
          .int()
          .nullable()
          .describe('The column, counted from 0; null: no column, `default` says it.'),
        table_field: z.string(),
        table_name: z.string().optional(),
        name: z.string(),
        ...readingShape(),
      }),
    ),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        required: z.boolean(),
        choices: z.array(z.string()).optional().describe('What it can be, where that is a short list.'),
        has_meanings: z.boolean().describe('Its values name choices or other records.'),
      }),
    ),
    match_by: z
      .array(z.array(z.string()))
      .describe(
        'What makes a row the same record, as labels: the first list that it tells counts. None: all that it tells.',
      ),
    sheets: z.array(z.string()).describe('Of a workbook with several.'),
    sheet: z.int(),
    heading_row: z.int().describe('Counted from 1.'),
    headings: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    columns: z
      .array(
        z.object({
          decimal: Decimal().nullable(),
          dates: Dates().nullable(),
          is_doubtful: z.boolean().describe('Its dates can be read in two ways.'),
          values: z.array(z.string()).describe('Its values, where they are few.'),
        }),
      )
      .describe('What the values of each column show.'),
    notes: z
      .array(z.object({ row: z.int().nullable(), position: z.int().nullable(), message: z.string() }))
      .describe('What is doubtful about the file.'),
    report: z.array(RefusedRow()),
    made: z
      .array(z.object({ kind: z.string(), id: z.int(), title: z.string() }))
      .describe('The first of its records.'),
    left: z
      .array(z.object({ kind: z.string(), id: z.int(), title: z.string(), why: z.string() }))
      .describe('What undoing has left as it is: the first of them.'),
    summary: z
      .array(z.object({ kind: z.string(), made: z.int(), found: z.int() }))
      .describe('Of a file of several kinds: what it makes, and what it names that is there.'),
    without_key: z.int().describe('Devices that it made and that have no key yet.'),
    unheard: z.int().describe('Devices that it made, with a key, that were never heard of.'),
    can_undo: z.boolean(),
  })
const Saved = () => z.object({ data_import_log: ImportAnswer(), message: z.string(), type: z.string() })

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
  answer: Saved,
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
      sheet: z.int().min(0).max(1000).optional().describe('Reads that sheet of the workbook instead.'),
      heading_row: z.int().min(1).max(1000).optional().describe('Reads the file from that row on.'),
    }),
  answer: Saved,
})

export const checkImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/check`,
  access,
  params: ofImport,
  answer: Saved,
})

export const carryOutImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/import`,
  access,
  params: ofImport,
  answer: Saved,
})

export const stopImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/stop`,
  access,
  params: ofImport,
  answer: Saved,
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
  answer: Saved,
})

export const undoImport = defineCall({
  method: 'POST',
  path: `${path}/:import_id/undo`,
  access,
  params: ofImport,
  answer: Saved,
})

export const makeImportKeys = defineCall({
  method: 'PATCH',
  path: `${path}/:import_id/keys`,
  access,
  params: ofImport,
  body: () =>
    z.object({
      again: z
        .boolean()
        .default(false)
        .describe('Also for devices that have a key and were never heard of: it ends.'),
    }),
  answer: () =>
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
