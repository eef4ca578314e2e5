import type { ReceivedBy } from '#core/platform/defineCall.ts'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import type { Values } from '#core/platform/values.ts'
import { offeredCalls, type StandardCalls, standardCalls } from '#core/resources/calls/standardCalls.ts'
import { listKeyOf, type Resource } from '#core/resources/definition.ts'
import { searchRecords as searchRecordsDefinition } from '#core/resources/searchRecords.ts'
import type { Context } from '#server/platform/context.ts'
import { type Handlers, handle, handleAll, type Notice } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { malformed } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { bulkHandlers } from './changes/bulkHandlers.ts'
import { saveWithoutLoss } from './changes/unknownFields.ts'
import { ifMatching, tagged, withVersion } from './changes/versions.ts'
import { requestedFields } from './columns.ts'
import { withComputed } from './files/computedFields.ts'
import { exportList } from './files/export.ts'
import { answerPrint } from './files/print.ts'
import { listHistory, readHistoryEntry } from './history/history.ts'
import { idIn } from './idIn.ts'
import { listQueryOf, refuseLenient } from './lists/listQuery.ts'
import type { QueryFilters } from './lists/matchingRows.ts'
import { listOptions, maySelect, type OptionsQuery } from './lists/options.ts'
import { displayValue } from './names/display.ts'
import { recordTitle } from './names/recordTitle.ts'
import { type Operations, refuseStale } from './operations.ts'
import { searchableKinds, searchRecords } from './search/search.ts'
import { removeRecoverably, saveUndo } from './undo/undo.ts'
import { withUserFields } from './userFields/userFields.ts'

type StandardHandlers = Handlers<StandardCalls<Resource>>

/** The standard calls of a kind of record, except those that its definition leaves out. */
export function callsOf(resource: Resource, operations: Operations, filters: QueryFilters): Call[] {
  const calls = standardCalls(resource, { ...operations, described: withUserFields(resource) })
  const handlers = {
    ...bulkHandlers(resource, operations, filters),
    ...listHandlers(resource, operations, filters),
    ...readHandlers(resource, operations),
    ...saveHandlers(resource, operations),
    ...stepHandlers(resource, operations),
  }
  return handleAll(resource.name, calls, handlers, offeredCalls(resource))
}

function listHandlers(
  resource: Resource,
  operations: Operations,
  filters: QueryFilters,
): Pick<StandardHandlers, 'list' | 'print' | 'export'> {
  return {
    list: {
      summary: `List ${resource.name}`,
      mayBeOld: true,
      mayChoose: (actor) => maySelect(actor, resource),
      run: (context, { query }) => answerList(context, resource, { operations, filters }, query),
    },
    print: {
      summary: `Print one of ${resource.name}, or the list as filtered`,
      mayBeOld: true,
      writesReply: true,
      run: (context, input) => answerPrint(context, resource, operations, input),
    },
    export: {
      summary: `Export ${resource.name} as filtered and sorted`,
      mayBeOld: true,
      writesReply: true,
      run: (context, input) =>
        exportList(context, resource, { filters, computed: operations.computed }, input),
    },
  }
}

function readHandlers(
  resource: Resource,
  operations: Operations,
): Pick<StandardHandlers, 'read' | 'listHistory' | 'readHistoryEntry'> {
  const idOf = (params: Record<string, number>) => idIn(params, resource.id)
  return {
    read: {
      summary: `Read one of ${resource.name}`,
      writesReply: true,
      run: async (context, { params, query, reply }) => {
        if (query.print)
          return answerPrint(context, resource, operations, {
            query: { ...query, [resource.id]: idOf(params) },
            reply,
          })
        const record = await operations.read(context, idOf(params))
        return { [resource.single]: tagged(reply, record) }
      },
    },
    listHistory: {
      summary: `Who changed one of ${resource.name}, when and how`,
      run: async (context, { params, query }) => {
        const { entries, next } = await listHistory(context, resource, idOf(params), query.before)
        return { audit_entries: entries, next }
      },
    },
    readHistoryEntry: {
      summary: `How one of ${resource.name} was changed, whole`,
      run: async (context, { params }) => ({
        audit_entry: await readHistoryEntry(context, resource, idOf(params), Number(params.entry_id)),
      }),
    },
  }
}

function saveHandlers(
  resource: Resource,
  operations: Operations,
): Pick<StandardHandlers, 'create' | 'update'> {
  const { createOnlyFields, compares } = operations
  return {
    create: {
      summary: `Create one of ${resource.name}`,
      checksBody: true,
      run: async (context, { body, reply }) => {
        const extra = [...Object.keys(createOnlyFields), ...compares]
        const make = () => operations.create(context, body)
        const created = await saveWithoutLoss(context, resource, body, { besides: extra }, make)
        return { [resource.single]: tagged(reply, created), ...saved(context, resource, created) }
      },
    },
    update: {
      summary: `Change one of ${resource.name}`,
      checksBody: true,
      run: async (context, { params, body: sent, request, reply }) => {
        const id = idIn(params, resource.id)
        const body = withVersion(request, sent)
        const read = () => operations.read(context, id)
        let before: Values = {}
        const change = async () => {
          await operations.lockFirst(context, [id])
          before = await refuseStale(context, resource, id, body)
          return operations.update(context, id, body)
        }
        const saving = () => saveWithoutLoss(context, resource, body, { read, besides: compares }, change)
        const record = tagged(reply, await ifMatching(request, saving))
        return {
          [resource.single]: record,
          ...saved(context, resource, record, operations.changeMessage(before, record)),
        }
      },
    },
  }
}

/** Deleting a record, and its next status. */
function stepHandlers(resource: Resource, operations: Operations): Pick<StandardHandlers, 'remove' | 'move'> {
  return {
    remove: {
      summary: `Delete one of ${resource.name}`,
      run: async (context, { params, query, body, request }) => {
        const id = idIn(params, resource.id)
        await operations.lockFirst(context, [id])
        const sent = withVersion(request, { ...query, ...Object(body) })
        await ifMatching(request, () => refuseStale(context, resource, id, sent))
        const before = await removeRecoverably(context, resource, operations, id)
        const undo_id = await saveUndo(context, resource, 'remove', [before])
        const message = resource.archive ? 'messages.archived' : 'messages.deleted'
        const holding = await operations.countHolding(context, id)
        return { undo_id, holding, message, type: 'success' }
      },
    },
    move: {
      summary: `Give one of ${resource.name} its next status; 409 names the ones that are allowed`,
      run: async (context, { params, body: { to, more } }) => {
        const record = await operations.move(context, idIn(params, resource.id), to, more)
        return { [resource.single]: record, ...saved(context, resource, record) }
      },
    },
  }
}

/** Longest title, in characters, that a notice repeats. */
const MAX_TITLE = 60

/** The notice about a saved record: its kind (its type where the kind has several) and title, unless the change says more. */
function saved(
  { actor }: Context,
  resource: Resource,
  record: Values,
  message: MessageKey = 'messages.saved',
): Notice {
  if (message !== 'messages.saved') return { message, type: 'success' }
  const reader = { actor, marks: new Map() }
  const type = resource.statuses?.by && displayValue(reader, resource, resource.statuses.by, record)
  const title = recordTitle(reader, resource, record)
  const parts = [
    type || translate(actor.language, `records.${resource.name}.single`),
    title.length <= MAX_TITLE && title,
  ]
  const params = { record: parts.filter(Boolean).join(' ') }
  return { message: { key: 'messages.saved_record', params }, type: 'success' }
}

/** The names for an input with `options`, else a page with the requested fields and figures. */
async function answerList(
  context: Context,
  resource: Resource,
  { operations, filters }: { operations: Operations; filters: QueryFilters },
  query: ReceivedBy<ReturnType<typeof standardCalls>['list']>['query'],
) {
  if (context.isStrict) refuseLenient(resource, query)
  if (query.options) {
    const narrowed = Object.entries(filters).flatMap(([name, question]) => {
      const value = query[name]
      return value === undefined ? [] : [question(context, String(value))]
    })
    return {
      [listKeyOf(resource)]: await listOptions(context, resource, optionsQuery(query), narrowed),
    }
  }
  const { lean, computed } = operations
  const kind = withUserFields(resource)
  const figures = Object.keys(computed.definition.fields).filter(
    (name) => !(name in kind.fields) && !lean.includes(name),
  )
  const fields = requestedFields(context, kind, query.fields, [...lean, ...figures])
  const own = fields?.filter((name) => !figures.includes(name))
  const { rows, page } = await operations.list(context, { ...listQueryOf(resource, query), fields: own })
  const named = figures.filter((name) => fields?.includes(name))
  return {
    page,
    [listKeyOf(resource)]: await withComputed(context, rows, computed, named),
  }
}

/** One search over all kinds of record: it finds records that the actor may read. */
export function searchCall(kinds: readonly Resource[]): Call {
  const searchable = searchableKinds(kinds)
  return handle('search', searchRecordsDefinition, {
    summary: 'Find records of every kind by their names, numbers and addresses, even misspelled ones',
    mayBeOld: true,
    run: async (context, { query }) => ({
      found: await searchRecords(context, searchable, query.search, query.limit),
    }),
  })
}

function optionsQuery({
  search,
  ids,
  limit,
  of_company,
  within_company,
}: Partial<Record<keyof OptionsQuery, string>>): OptionsQuery {
  if (search && (search.length > 255 || search.includes('\0'))) throw malformed()
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return {
    search,
    ids,
    limit: number(limit),
    of_company: number(of_company),
    within_company: number(within_company),
  }
}
