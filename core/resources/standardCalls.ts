import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { bulkFields } from './bulkFields.ts'
import {
  changesBody,
  idParameter,
  listAnswer,
  newRecordBody,
  Printed,
  readAnswer,
  recordAnswer,
} from './callSchemas.ts'
import { hasCall, onePathOf, pathOf, type Resource } from './definition.ts'
import type { Fields } from './field.ts'
import { may } from './may.ts'
import { statusSchema } from './statusSchema.ts'

/** What a caller can be told of a kind of record beyond its definition. */
export interface CallFacts {
  /** The same kind with the fields that the installation has added. */
  described?: Resource
  /** What the body of a new record may hold beside its fields. */
  createOnlyFields?: Fields
  /** Fields that the body of a change of status may have besides the status. */
  moveFields?: z.ZodRawShape
  /** Fields that the answer for one record adds to those of its definition. */
  extraAnswerFields?: () => z.ZodRawShape
}

/** Records that one call can mean: it ends within the time that a client waits for a save. */
export const MAX_BULK_RECORDS = 2000

/**
 * The calls that every kind of record has, as far as its definition does not leave them out (`offeredCalls`). `More` is what
 * the operations of a kind tell of a record beside its fields.
 */
export type StandardCalls<R extends Resource, More = unknown> = ReturnType<typeof standardCalls<R, More>>

const ListParameters = () =>
  z.looseObject({
    search: z.string().optional(),
    page_size: z.string().optional(),
    page_num: z.string().optional(),
    sort: z.string().optional(),
    options: z
      .string()
      .optional()
      .describe(
        '`1` answers every record that can be chosen, by its name; `search`, `ids`, `of_company`, `within_company` and `limit` narrow them.',
      ),
    fields: z
      .string()
      .optional()
      .describe('The fields that are wanted, as `name,status`; without it the answer holds all.'),
    count: z
      .string()
      .optional()
      .describe('`exact` counts all that match; without it a total beyond 10,000 is an estimate.'),
  })
/** Which of the options are wanted. */
const OptionsParameters = () => ({
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
    .optional()
    .describe('With `options`: these records, as `4,7`.'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .optional()
    .describe('With `options`: so many at most.'),
  of_company: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('With `options`: of this company alone, where the records belong to companies.'),
  within_company: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('With `options`: of this company and those below it.'),
})
/** Which fields stand in a file or on paper, in that order: `company,status`. */
const Columns = () => ({ columns: z.string().optional() })
const IfUpdatedAt = () => ({ if_updated_at: z.string().optional() })
const Said = () => ({ message: z.string(), type: z.string() })

const Change = () =>
  z.object({
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    before_title: z.string().optional(),
    after_title: z.string().optional(),
    is_cut: z.boolean().optional().describe('Both values are the first 1,000 characters of longer ones.'),
  })
const HistoryEntry = () =>
  z.object({
    audit_id: z.int(),
    at: z.iso.datetime(),
    action: z.string(),
    by: z.string().nullable(),
    on_behalf_of: z.string().nullable(),
    changes: z.array(Change()),
  })

const Item = () => z.object({ id: z.int().positive(), ...IfUpdatedAt() })
/** The records that a call over many means: each by its id, or all that a list shows. */
export const BulkTarget = () =>
  z.object({
    items: z.array(Item()).min(1).max(MAX_BULK_RECORDS).optional(),
    matching: z.object({ query: z.record(z.string(), z.string()), count: z.int().positive() }).optional(),
  })
const Done = () => z.object({ done: z.int(), undo_id: z.int().nullable(), ...Said() })
const Order = () =>
  z.object({
    items: z
      .array(
        z.object({
          id: z.int().positive(),
          sort_order: z.int().min(0),
          // What programs call it, said beside its id; the id says which one is meant.
          machine_name: z.string().max(255).nullish(),
        }),
      )
      .min(1)
      .max(MAX_BULK_RECORDS),
  })

/** Defines the calls of a kind of record. Their schemas are made when they are asked for: for every kind it takes a tenth of the start. */
export function standardCalls<const R extends Resource, More = unknown>(resource: R, facts: CallFacts = {}) {
  const {
    described = resource,
    createOnlyFields = {},
    moveFields = {},
    extraAnswerFields = () => ({}),
  } = facts
  const path = pathOf(resource)
  const one = onePathOf(resource)
  const params = () => idParameter(resource)
  const saved = () => recordAnswer<R, More>(resource, described, extraAnswerFields()).extend(Said())
  return {
    changeMany: defineCall({
      method: 'PATCH',
      path: `${path}/bulk`,
      access: may(resource, 'update'),
      body: () => BulkTarget().extend({ changes: z.record(z.string(), z.unknown()) }),
      answer: Done,
    }),
    removeMany: defineCall({
      method: 'POST',
      path: `${path}/bulk_delete`,
      access: may(resource, 'delete'),
      body: BulkTarget,
      answer: Done,
    }),
    reorder: defineCall({
      method: 'PATCH',
      path: `${path}/reorder`,
      access: may(resource, 'update'),
      body: Order,
      answer: () => z.object(Said()),
    }),
    list: defineCall({
      method: 'GET',
      path,
      access: resource.isOpen ? { who: 'session' } : may(resource, 'read'),
      query: () =>
        ListParameters()
          .extend(OptionsParameters())
          .extend(
            Object.fromEntries(
              Object.keys(described.filters ?? {}).map((name) => [name, z.string().optional()]),
            ),
          ),
      answer: () => listAnswer<R, More>(resource, described),
    }),
    print: defineCall({
      method: 'GET',
      path: `${path}/print`,
      access: may(resource, 'read'),
      query: () =>
        ListParameters().extend({
          ...Columns(),
          [resource.id]: z.string().optional(),
          format: z.string().optional(),
        }),
      answer: () => z.object({ print: Printed() }),
    }),
    export: defineCall({
      method: 'GET',
      path: `${path}/export`,
      access: may(resource, 'read'),
      query: () => ListParameters().extend({ ...Columns(), format: z.enum(['csv', 'xlsx']).default('csv') }),
      produces: 'text/csv',
    }),
    read: defineCall({
      method: 'GET',
      path: one,
      access: may(resource, 'read'),
      params,
      query: () => z.looseObject({ print: z.string().optional(), format: z.string().optional() }),
      answer: () => readAnswer<R, More>(resource, described, extraAnswerFields()),
    }),
    listHistory: defineCall({
      method: 'GET',
      path: `${one}/history`,
      access: may(resource, 'read'),
      params,
      query: () => z.looseObject({ before: Id.optional() }),
      answer: () => z.object({ audit_entries: z.array(HistoryEntry()), next: z.int().nullable() }),
    }),
    readHistoryEntry: defineCall({
      method: 'GET',
      path: `${one}/history/:entry_id`,
      access: may(resource, 'read'),
      params: () => params().extend({ entry_id: Id }),
      answer: () => z.object({ audit_entry: HistoryEntry() }),
    }),
    create: defineCall({
      method: 'POST',
      path,
      access: may(resource, 'create'),
      body: () => newRecordBody<R>({ ...described, fields: { ...described.fields, ...createOnlyFields } }),
      answer: saved,
    }),
    update: defineCall({
      method: 'PATCH',
      path: one,
      access: may(resource, 'update'),
      params,
      body: () => changesBody<R>(described),
      answer: saved,
    }),
    remove: defineCall({
      method: 'DELETE',
      path: one,
      access: may(resource, 'delete'),
      params,
      query: () => z.looseObject(IfUpdatedAt()),
      answer: () =>
        z.object({
          undo_id: z.int().nullable(),
          holding: z
            .int()
            .optional()
            .describe('Of a user-defined field: how many records have a value in it.'),
          ...Said(),
        }),
    }),
    move: defineCall({
      method: 'POST',
      path: `${one}/status`,
      access: may(resource, 'update'),
      params,
      body: () => statusSchema(resource, moveFields),
      answer: saved,
    }),
  }
}

/** Which of them a kind of record has, in the order in which they are told. */
export function offeredCalls(resource: Resource): (keyof StandardCalls<Resource>)[] {
  const [mayUpdate, mayRemove] = [hasCall(resource, 'update'), hasCall(resource, 'remove')]
  const { statuses, fields } = resource
  return [
    // Before the calls of one: `/tags/bulk` is not the tag of that id.
    ...(mayUpdate && bulkFields(resource).length > 0 ? (['changeMany'] as const) : []),
    ...(mayRemove ? (['removeMany'] as const) : []),
    ...(mayUpdate && 'sort_order' in fields ? (['reorder'] as const) : []),
    ...(hasCall(resource, 'list') ? (['list'] as const) : []),
    ...(hasCall(resource, 'read')
      ? (['print', 'export', 'read', 'listHistory', 'readHistoryEntry'] as const)
      : []),
    ...(hasCall(resource, 'create') ? (['create'] as const) : []),
    ...(mayUpdate ? (['update'] as const) : []),
    ...(mayRemove ? (['remove'] as const) : []),
    ...(statuses && !fields[statuses.field]?.computed ? (['move'] as const) : []),
  ]
}
