import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import type { Action } from '#core/platform/modules.ts'
import { hasCall, listKeyOf, pathOf, type Resource } from '#core/resources/definition.ts'
import { PageInfo } from '#core/resources/pageAnswer.ts'
import { listedSchema, recordSchema } from '#core/resources/recordSchema.ts'
import { changesSchema, newRecordSchema } from '#core/resources/schema.ts'
import { bodyCheckedByOperation } from '#server/platform/bodyCheckedByOperation.ts'
import type { Access, Call } from '#server/platform/http.ts'
import { malformed } from '#server/platform/refusal.ts'
import { accessOf } from './accessOf.ts'
import { bulkCalls } from './bulkCalls.ts'
import { pickFields, requestedFields } from './columns.ts'
import { exportList } from './files/export.ts'
import { answerPrint } from './files/print.ts'
import { listHistory } from './history.ts'
import type { QueryFilters } from './list.ts'
import { listQueryOf, type RawListQuery } from './listQuery.ts'
import { type Operations, refuseStale } from './operations.ts'
import { listOptions, maySelect, type OptionsQuery } from './options.ts'
import { searchableKinds, searchRecords } from './search/search.ts'
import { statusCalls } from './statusCalls.ts'
import { removeRecoverably, saveUndo } from './undo/undo.ts'
import { refuseUnknownFields } from './unknownFields.ts'
import { withUserFields } from './userFields.ts'

const ListParameters = z.looseObject({
  search: z.string().optional(),
  page_size: z.string().optional(),
  page_num: z.string().optional(),
  sort: z.string().optional(),
  options: z
    .string()
    .optional()
    .describe(
      '`1` answers every record that can be chosen, by its name; `search`, `ids` and `limit` narrow them.',
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
const OptionsParameters = {
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
}
/** Which fields stand in a file or on paper, in that order: `company,status`. */
const Columns = { columns: z.string().optional() }
/** What is printed instead of answered, with `print=1`. */
const Printed = z.object({ title: z.string(), html: z.string() })
const IfUpdatedAt = { if_updated_at: z.string().optional() }

/** The calls that every kind of record has, as far as its definition does not leave them out. */
export function callsOf(resource: Resource, operations: Operations, filters: QueryFilters): Call[] {
  const described = withUserFields(resource)
  const { createOnlyFields = {}, compares = [] } = operations
  const path = pathOf(resource)
  const params = z.object({ [resource.id]: Id })
  const idOf = (given: Record<string, number>) => given[resource.id]!
  const one = `${path}/:${resource.id}`
  // What only the documents and the tests ask for is made when they do: for every kind it takes a tenth of the start.
  const record = () => z.object({ [resource.single]: recordSchema(described) })
  const saved = () => record().extend({ message: z.string(), type: z.string() })
  const call = (part: Omit<Call, 'tag' | 'access'>, access: Access): Call =>
    Object.assign(part, { tag: resource.name, access })
  const may = (action: Action) => accessOf(resource, action)

  const ofOne = [
    call(
      {
        method: 'GET',
        path,
        summary: `List ${resource.name}`,
        mayBeOld: true,
        query: ListParameters.extend(OptionsParameters).extend(
          Object.fromEntries(
            Object.keys(described.filters ?? {}).map((name) => [name, z.string().optional()]),
          ),
        ),
        get answer() {
          return z.object({
            page: PageInfo.optional(),
            [listKeyOf(resource)]: z.array(listedSchema(described)),
          })
        },
        run: async (context, { query }) => {
          if (query.options) {
            return { [listKeyOf(resource)]: await listOptions(context, resource, optionsAsked(query)) }
          }
          const { lean } = operations
          const fields = requestedFields(context.actor, withUserFields(resource), query.fields, lean ?? [])
          const asked = { ...listQueryOf(resource, query as RawListQuery), fields: lean && fields }
          const { rows, page } = await operations.list(context, asked)
          const answered =
            fields && !lean ? rows.map((row) => pickFields(withUserFields(resource), row, fields)) : rows
          return { page, [listKeyOf(resource)]: answered }
        },
      },
      resource.isOpen ? 'session' : accessOf(resource, 'read', (actor) => maySelect(actor, resource)),
    ),
    call(
      {
        method: 'GET',
        path: `${path}/print`,
        summary: `Print one of ${resource.name}, or the list as filtered`,
        mayBeOld: true,
        query: ListParameters.extend({
          ...Columns,
          [resource.id]: z.string().optional(),
          format: z.string().optional(),
        }),
        answer: z.object({ print: Printed }),
        run: (context, input) => answerPrint(context, resource, operations, input),
      },
      may('read'),
    ),
    call(
      {
        method: 'GET',
        path: `${path}/export`,
        summary: `Export ${resource.name} as filtered and sorted`,
        mayBeOld: true,
        query: ListParameters.extend({ ...Columns, format: z.enum(['csv', 'xlsx']).default('csv') }),
        produces: 'text/csv',
        run: (context, input) => exportList(context, resource, filters, input),
      },
      may('read'),
    ),
    call(
      {
        method: 'GET',
        path: one,
        summary: `Read one of ${resource.name}`,
        params,
        get answer() {
          return record().partial().extend({ print: Printed.optional() })
        },
        query: z.looseObject({ print: z.string().optional(), format: z.string().optional() }),
        run: async (context, input) =>
          input.query.print
            ? answerPrint(context, resource, operations, {
                ...input,
                query: { ...input.query, [resource.id]: idOf(input.params) },
              })
            : { [resource.single]: await operations.read(context, idOf(input.params)) },
      },
      may('read'),
    ),
    call(
      {
        method: 'GET',
        path: `${one}/history`,
        summary: `Who changed one of ${resource.name}, when and how`,
        params,
        query: z.looseObject({ before: Id.optional() }),
        answer: z.object({ audit_entries: z.array(z.looseObject({})), next: z.int().nullable() }),
        run: async (context, input) => {
          const id = idOf(input.params)
          const { entries, next } = await listHistory(context, resource, id, input.query.before)
          return { audit_entries: entries, next }
        },
      },
      may('read'),
    ),
    call(
      {
        method: 'POST',
        path,
        summary: `Create one of ${resource.name}`,
        body: bodyCheckedByOperation(() =>
          newRecordSchema({ ...described, fields: { ...described.fields, ...createOnlyFields } }),
        ),
        get answer() {
          return saved()
        },
        run: async (context, { body }) => {
          await refuseUnknownFields(resource, body, {
            besides: [...Object.keys(createOnlyFields), ...compares],
          })
          const record = await operations.create(context, body)
          return { [resource.single]: record, message: 'messages.saved', type: 'success' }
        },
      },
      may('create'),
    ),
    call(
      {
        method: 'PATCH',
        path: one,
        summary: `Change one of ${resource.name}`,
        params,
        body: bodyCheckedByOperation(() => changesSchema(described).extend(IfUpdatedAt)),
        get answer() {
          return saved()
        },
        run: async (context, { params: given, body }) => {
          const read = () => operations.read(context, idOf(given))
          await refuseUnknownFields(resource, body, { read, besides: compares })
          await refuseStale(context, resource, idOf(given), body)
          const before = operations.told && (await operations.read(context, idOf(given)))
          const record = await operations.update(context, idOf(given), body)
          const message = (before && operations.told?.(before, record)) ?? 'messages.saved'
          return { [resource.single]: record, message, type: 'success' }
        },
      },
      may('update'),
    ),
    call(
      {
        method: 'DELETE',
        path: one,
        summary: `Delete one of ${resource.name}`,
        params,
        query: z.looseObject(IfUpdatedAt),
        answer: z.object({ undo_id: z.int().nullable(), message: z.string(), type: z.string() }),
        run: async (context, { params: given, query, body }) => {
          await refuseStale(context, resource, idOf(given), { ...(query as object), ...(body as object) })
          const before = await removeRecoverably(context, resource, operations, idOf(given))
          const undo_id = await saveUndo(context, resource, 'remove', [before])
          const message = resource.archive ? 'messages.archived' : 'messages.deleted'
          return { undo_id, message, type: 'success' }
        },
      },
      may('delete'),
    ),
  ].filter(({ method, path: address }) => hasCall(resource, operationOf(method, address, path)))
  // Before the calls of one: `/tags/bulk` is not the tag of that id.
  return [...bulkCalls(resource, operations, filters), ...ofOne, ...statusCalls(resource, operations, saved)]
}

/** One search over every kind of record: each is found by whoever may read it. */
export function searchCall(kinds: readonly Resource[]): Call {
  const searchable = searchableKinds(kinds)
  return {
    method: 'GET',
    path: '/search',
    tag: 'search',
    summary: 'Find records of every kind by their names, numbers and addresses, misspelt ones too',
    access: 'session',
    mayBeOld: true,
    query: z.object({
      search: z.string().max(64),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: z.object({
      found: z.array(
        z.object({
          object_ref: z.string(),
          object_id: z.int(),
          title: z.string(),
          detail: z.string().nullable(),
        }),
      ),
    }),
    run: async (context, { query }) => ({
      found: await searchRecords(context, searchable, query.search, query.limit),
    }),
  }
}

function optionsAsked({ search, ids, limit }: Partial<Record<keyof OptionsQuery, string>>): OptionsQuery {
  if (search && (search.length > 255 || search.includes('\0'))) throw malformed()
  return { search, ids, limit: limit === undefined ? undefined : Number(limit) }
}

function operationOf(method: string, address: string, path: string) {
  if (method === 'POST') return 'create'
  if (method === 'PATCH') return 'update'
  if (method === 'DELETE') return 'remove'
  return address === path ? 'list' : 'read'
}
