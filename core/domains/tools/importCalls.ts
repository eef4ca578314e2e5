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
    row: z.int().describe('As a spreadsheet counts: the headings are row 1.'),
    errors: z.array(z.object({ field: z.string(), position: z.int().nullable(), message: z.string() })),
  })

/** An import with its file's headings, its first rows and what is wrong: those only for who has sent it. */
const ImportAnswer = () =>
  answeredRecord(data_import_logs, {
    field_mappings: z.array(
      z.object({
        position: z.int().describe('The column, counted from 0.'),
        table_field: z.string(),
        table_name: z.string().optional(),
        name: z.string(),
      }),
    ),
    fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
    headings: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    report: z.array(RefusedRow()),
    made: z
      .array(z.object({ kind: z.string(), id: z.int(), title: z.string() }))
      .describe('The first of its records.'),
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
        .array(z.object({ position: z.int().min(0).max(1000), table_field: z.string().max(65) }))
        .max(200),
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
