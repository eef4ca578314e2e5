import { z } from 'zod'
import { defineCall, signedInOrKey } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { hasCall, onePathOf, pathOf, type Resource } from '../definition.ts'
import type { Fields } from '../field.ts'
import { bulkFields } from '../fields/bulkFields.ts'
import { may } from '../may.ts'
import { statusSchema } from '../statuses/statusSchema.ts'
import {
  changesBody,
  idParameter,
  listResponse,
  newRecordBody,
  Printed,
  readResponse,
  recordResponse,
} from './callSchemas.ts'

/** Facts about the calls of a kind of record beyond its definition. */
export interface CallFacts {
  /** The kind with its user-defined fields. */
  described: Resource
  /** Additional fields in the body of a new record. */
  createOnlyFields: Fields
  /** Additional fields in the body of a change of status. */
  moveFields: z.ZodRawShape
  /** Additional fields in the response for one record. */
  extraResponseFields: () => z.ZodRawShape
}

const NO_FACTS = { createOnlyFields: {}, moveFields: {}, extraResponseFields: () => ({}) }

/** Maximum number of records per bulk call, so that it finishes within a client's timeout. */
export const MAX_BULK_RECORDS = 2000

/**
 * The standard calls of a kind of record; its definition may omit some (`offeredCalls`). `More`: additional fields of a record
 * in answers.
 */
export type StandardCalls<R extends Resource, More = unknown> = ReturnType<typeof standardCalls<R, More>>

const ListParameters = () =>
  z.looseObject({
    search: z.string().optional().describe('Words that records contain.'),
    page_size: z.string().optional().describe('Records of a page, at most 1,000.'),
    page_num: z.string().optional().describe('Page, from 1.'),
    sort: z.string().optional().describe('Field to sort by; `-name` sorts in descending order.'),
    options: z
      .string()
      .optional()
      .describe(
        '`1` returns all selectable names; narrow by `search`, `ids`, `of_company`, `within_company`, `limit`.',
      ),
    fields: z.string().optional().describe('Fields to return, such as `name,status`; defaults to all.'),
    updated_since: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Only records changed at or after this moment; deleted ones are not among them.'),
    count: z
      .string()
      .optional()
      .describe('`exact` counts all matches; by default a total beyond 10,000 is an estimate.'),
  })
/** Filters of the options. */
const OptionsParameters = () => ({
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
    .optional()
    .describe('With `options`: these records, such as `4,7`.'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .optional()
    .describe('With `options`: maximum number.'),
  of_company: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('With `options`: only of this company, if the records belong to companies.'),
  within_company: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('With `options`: only of this company and those below it.'),
})
/** Fields of a file or print, in order: `company,status`. */
const Columns = () => ({ columns: z.string().optional() })
const IfUpdatedAt = () => ({ if_updated_at: z.string().optional() })

const Change = () =>
  z.object({
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    before_title: z.string().optional(),
    after_title: z.string().optional(),
    is_cut: z.boolean().optional().describe('Both values are truncated to 1,000 characters.'),
  })
const HistoryEntry = () =>
  z.object({
    audit_id: z.int(),
    at: z.iso.datetime(),
    action: z.string(),
    by: z.string().nullable(),
    on_behalf_of: z.string().nullable(),
    key_name: z.string().nullable().describe('The API key by which it was done.'),
    changes: z.array(Change()),
  })

const Item = () => z.object({ id: z.int().positive(), ...IfUpdatedAt() })
/** The records of a bulk call: by id, or all that match a list. */
export const BulkTarget = () =>
  z.object({
    items: z.array(Item()).min(1).max(MAX_BULK_RECORDS).optional(),
    matching: z.object({ query: z.record(z.string(), z.string()), count: z.int().positive() }).optional(),
  })
const Done = () => z.object({ done: z.int(), undo_id: z.int().nullable(), ...messageFields() })
const Order = () =>
  z.object({
    items: z
      .array(
        z.object({
          id: z.int().positive(),
          sort_order: z.int().min(0),
          // Its name for programs, in addition to its id, which identifies it.
          machine_name: z.string().max(255).nullish(),
        }),
      )
      .min(1)
      .max(MAX_BULK_RECORDS),
  })

/** Calls that change many records at once. */
function bulkCalls(resource: Resource) {
  const path = pathOf(resource)
  return {
    changeMany: defineCall({
      method: 'PATCH',
      path: `${path}/bulk`,
      access: may(resource, 'update'),
      body: () => BulkTarget().extend({ changes: z.record(z.string(), z.unknown()) }),
      response: Done,
    }),
    removeMany: defineCall({
      method: 'POST',
      path: `${path}/bulk_delete`,
      access: may(resource, 'delete'),
      body: BulkTarget,
      response: Done,
    }),
    reorder: defineCall({
      method: 'PATCH',
      path: `${path}/reorder`,
      access: may(resource, 'update'),
      body: Order,
      response: () => z.object(messageFields()),
    }),
  }
}

/** Calls of the list, its print and its file. */
function listCalls<R extends Resource, More>(resource: R, described: Resource) {
  const path = pathOf(resource)
  const filters = () =>
    Object.fromEntries(Object.keys(described.filters).map((name) => [name, z.string().optional()]))
  return {
    list: defineCall({
      method: 'GET',
      path,
      access: resource.visibility.isOpen ? signedInOrKey : may(resource, 'read'),
      query: () => ListParameters().extend(OptionsParameters()).extend(filters()),
      response: () => listResponse<R, More>(resource, described),
    }),
    print: defineCall({
      method: 'GET',
      path: `${path}/print`,
      access: may(resource, 'read'),
      query: () =>
        ListParameters().extend({
          ...filters(),
          ...Columns(),
          [resource.id]: z.string().optional(),
          format: z.string().optional(),
        }),
      response: () => z.object({ print: Printed() }),
    }),
    export: defineCall({
      method: 'GET',
      path: `${path}/export`,
      access: may(resource, 'read'),
      query: () =>
        ListParameters().extend({
          ...filters(),
          ...Columns(),
          format: z.enum(['csv', 'xlsx']).default('csv'),
        }),
      produces: 'text/csv',
    }),
  }
}

/** Calls that read one record and its history. */
function readCalls<R extends Resource, More>(resource: R, described: Resource, more: () => z.ZodRawShape) {
  const one = onePathOf(resource)
  const params = () => idParameter(resource)
  return {
    read: defineCall({
      method: 'GET',
      path: one,
      access: may(resource, 'read'),
      params,
      query: () => z.looseObject({ print: z.string().optional(), format: z.string().optional() }),
      response: () => readResponse<R, More>(resource, described, more()),
    }),
    listHistory: defineCall({
      method: 'GET',
      path: `${one}/history`,
      access: may(resource, 'read'),
      params,
      query: () => z.looseObject({ before: Id.optional() }),
      response: () => z.object({ audit_entries: z.array(HistoryEntry()), next: z.int().nullable() }),
    }),
    readHistoryEntry: defineCall({
      method: 'GET',
      path: `${one}/history/:entry_id`,
      access: may(resource, 'read'),
      params: () => params().extend({ entry_id: Id }),
      response: () => z.object({ audit_entry: HistoryEntry() }),
    }),
  }
}

const Removed = () =>
  z.object({
    undo_id: z.int().nullable(),
    holding: z.int().optional().describe('For a user-defined field: number of records with a value in it.'),
    ...messageFields(),
  })

/** Calls that write one record. */
function writeCalls<R extends Resource, More>(
  resource: R,
  { described, createOnlyFields, moveFields, extraResponseFields }: CallFacts,
) {
  const one = { path: onePathOf(resource), params: () => idParameter(resource) }
  const saved = () =>
    recordResponse<R, More>(resource, described, extraResponseFields()).extend(messageFields())
  return {
    create: defineCall({
      method: 'POST',
      path: pathOf(resource),
      access: may(resource, 'create'),
      body: () => newRecordBody<R>({ ...described, fields: { ...described.fields, ...createOnlyFields } }),
      response: saved,
    }),
    update: defineCall({
      method: 'PATCH',
      ...one,
      access: may(resource, 'update'),
      body: () => changesBody<R>(described),
      response: saved,
    }),
    remove: defineCall({
      method: 'DELETE',
      ...one,
      access: may(resource, 'delete'),
      query: () => z.looseObject(IfUpdatedAt()),
      response: Removed,
    }),
    move: defineCall({
      method: 'POST',
      path: `${one.path}/status`,
      access: may(resource, 'update'),
      params: one.params,
      body: () => statusSchema(resource, moveFields),
      response: saved,
    }),
  }
}

/** Defines the calls of a kind of record. Schemas are created lazily: creating all of them would take a tenth of the startup time. */
export function standardCalls<const R extends Resource, More = unknown>(
  resource: R,
  facts: CallFacts = { described: resource, ...NO_FACTS },
) {
  const { described, extraResponseFields } = facts
  return {
    ...bulkCalls(resource),
    ...listCalls<R, More>(resource, described),
    ...readCalls<R, More>(resource, described, extraResponseFields),
    ...writeCalls<R, More>(resource, facts),
  }
}

/** The calls that a kind of record has, in the order of the documentation. */
export function offeredCalls(resource: Resource): (keyof StandardCalls<Resource>)[] {
  const [mayUpdate, mayRemove] = [hasCall(resource, 'update'), hasCall(resource, 'remove')]
  const { statuses, fields } = resource
  return [
    // Before the calls of one record: `/tags/bulk` is not the tag of that id.
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
