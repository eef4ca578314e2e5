import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { options } from '#core/domains/settings/options.ts'
import { options_categories } from '#core/domains/settings/options_categories.ts'
import { slugOf } from '#core/domains/settings/slugOf.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalid, Refusal } from '#server/platform/refusal.ts'
import { saveWithoutLoss } from '#server/resources/changes/unknownFields.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { listRecords } from '#server/resources/lists/list.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { type QueryFilters, requireOneOf, YES_OR_NO } from '#server/resources/lists/matchingRows.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { columnsOf, lockRecord, readRecord, rowsOf, selectColumns } from '#server/resources/rows.ts'

type Category = RecordOf<typeof options_categories>
type Option = RecordOf<typeof options>

/** Custom order, by value, by name: the numbers of `sort_by`. */
const ORDERS = ['sort_order', 'value', 'option'] as const

/** `slug` names the list; `with_trashed` includes removed ones. */
export const optionFilters: QueryFilters = {
  slug: (_, value) =>
    sql<boolean>`options.category_id in (select category_id from options_categories where lower(slug) = lower(${value}))`,
  with_trashed: (_, value): RawBuilder<boolean> => {
    requireOneOf(YES_OR_NO, 'with_trashed', value)
    return value === '1' ? sql<boolean>`true` : sql<boolean>`options.status = 1`
  },
  sort_by: () => sql<boolean>`true`,
}

export const optionOperations: Pick<
  Operations<typeof options>,
  'list' | 'create' | 'read' | 'update' | 'extraResponseFields'
> = {
  list: async (context, query) => listRecords(context, options, await sorted(context, query), optionFilters),
  create: async (context, body) => {
    const values = acceptNew(context, options, body)
    const slug = values.slug ?? (await freeSlug(context, String(values.option), Number(values.category_id)))
    return withOrder(context, await insertRecord(context, options, { ...values, slug }))
  },
  read: async (context, id) => withOrder(context, await readRecord(context, options, id)),
  update: async (context, id, body) => {
    const current = await lockRecord(context, options, id)
    const changes = acceptChanges(context, options, body, current)
    const { system_list } = await readRecord(context, options_categories, current.category_id)
    if (system_list === 1) refuseOther(current, changes, ['slug', 'category_id'])
    return withOrder(context, await updateRecord(context, options, id, changes))
  },
  extraResponseFields: () => ({ sort_by: z.int() }),
}

export const categoryOperations: Partial<Operations<typeof options_categories>> = {
  list: async (context, query) => {
    const { rows, page } = await listRecords(context, options_categories, query)
    return { rows: await Promise.all(rows.map((category) => withOptions(context, category))), page }
  },
  createOnlyFields: { options: { kind: 'rows', of: 'object' } },
  read: async (context, id) => withOptions(context, await readRecord(context, options_categories, id)),
  create: async (context, body) => {
    const input = optionsIn(body)
    const values = acceptNew(context, options_categories, body)
    const slug = values.slug ?? (await freeSlug(context, String(values.category)))
    const created = await insertRecord(context, options_categories, { ...values, slug })
    await saveOptions(context, created, input ?? [])
    return withOptions(context, created)
  },
  update: async (context, id, body) => {
    const current = await lockRecord(context, options_categories, id)
    const input = optionsIn(body)
    const changes = acceptChanges(context, options_categories, body, current)
    if (current.system_list === 1) refuseOther(current, changes, ['slug', 'status'])
    const changed = await updateRecord(context, options_categories, id, changes)
    await saveOptions(context, changed, input ?? [])
    return withOptions(context, changed)
  },
  remove: async (context, id) => {
    const { system_list } = await lockRecord(context, options_categories, id)
    if (system_list === 1) throw conflict('messages.system_list')
    await removeRecord(context, options_categories, id)
  },
}

/** The options sent with their list. @throws Refusal 422 */
function optionsIn(body: Values): readonly Values[] | undefined {
  const { options: input }: { options?: unknown } = body
  if (input === undefined || input === null) return undefined
  const isList = Array.isArray(input) && input.every((item) => typeof item === 'object' && item !== null)
  if (!isList || input.length > MAX_OPTIONS) throw invalid([{ field: 'options', rule: 'type_array' }])
  return input
}

const MAX_OPTIONS = 500

/** Creates new options, changes existing ones; others stay. Each error names its row. */
async function saveOptions(
  context: Context,
  { category_id }: Pick<Category, 'category_id'>,
  input: readonly Values[],
): Promise<void> {
  for (const [index, one] of input.entries()) {
    const { option_id, ...rest }: { option_id?: number } = one
    try {
      if (option_id == null) {
        await saveWithoutLoss(context, options, rest, {}, () =>
          optionOperations.create(context, { sort_order: index, ...rest, category_id }),
        )
        continue
      }
      const { category_id: of } = await lockRecord(context, options, option_id)
      if (of !== category_id) throw invalid([{ field: 'option_id', rule: 'not_found' }])
      const read = () => optionOperations.read(context, option_id)
      await saveWithoutLoss(context, options, rest, { read }, () =>
        optionOperations.update(context, option_id, { ...rest, category_id }),
      )
    } catch (error) {
      throw inRow(error, index)
    }
  }
}

function inRow(error: unknown, index: number): unknown {
  if (!(error instanceof Refusal) || !error.options.issues) return error
  return invalid(
    error.options.issues.map((issue) => ({ ...issue, field: `options.${index}.${issue.field}` })),
  )
}

/** The requested order, else the list's; by default only options that can be chosen. */
async function sorted({ db }: Context, query: ListQuery): Promise<ListQuery> {
  const { slug, sort_by, with_trashed, status, ...rest } = query.filters
  const { rows } = await sql<{ sort_by: number }>`
    select sort_by from options_categories where lower(slug) = lower(${slug ?? ''})`.execute(db)
  const order = ORDERS[Number(sort_by ?? rows[0]?.sort_by ?? 0)]
  if (!order) throw invalid([{ field: 'sort_by', rule: 'choice' }])
  const isOrdered = sort_by !== undefined || (slug !== undefined && rows.length > 0)
  return {
    ...query,
    sort: isOrdered ? { field: order, descending: false } : query.sort,
    filters: {
      ...rest,
      ...(slug !== undefined && { slug }),
      ...(status === undefined ? { with_trashed: with_trashed ?? '0' } : { status }),
    },
  }
}

/** The product finds system lists by their slugs: these cannot change. */
function refuseOther(current: Values, changes: Values, names: readonly string[]): void {
  const changed = names.filter((name) => name in changes && changes[name] !== current[name])
  if (changed.length > 0) throw invalid(changed.map((field) => ({ field, rule: 'system_list' })))
}

/** The name as a slug, with a number appended when it is taken: in the list, or among the lists. */
async function freeSlug({ db }: Context, name: string, category_id?: number): Promise<string> {
  const slug = slugOf(name, 60)
  const taken =
    category_id === undefined
      ? sql<{ slug: string }>`select lower(slug) as slug from options_categories`
      : sql<{ slug: string }>`select lower(slug) as slug from options where category_id = ${category_id}`
  const { rows } = await taken.execute(db)
  const known = new Set(rows.map((row) => row.slug))
  if (!known.has(slug)) return slug
  let number = 2
  while (known.has(`${slug}_${number}`)) number += 1
  return `${slug}_${number}`
}

/** An option with the sort order of its list. */
async function withOrder(
  context: Context,
  option: Option,
): Promise<Option & { sort_by: Category['sort_by'] }> {
  const { sort_by } = await readRecord(context, options_categories, option.category_id)
  return { ...option, sort_by }
}

async function withOptions(context: Context, category: Category): Promise<Category & { options: Option[] }> {
  const own = rowsOf(context, options).where('options.category_id', '=', category.category_id)
  const rows = await selectColumns<Option>(own, columnsOf(context.actor, options))
    .orderBy(`options.${ORDERS[category.sort_by]}`)
    .orderBy('options.option_id')
    .execute()
  const { sort_by } = category
  return { ...category, options: rows.map((row) => ({ ...row, sort_by })) }
}
