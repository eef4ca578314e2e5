import type { Resource } from '#core/resources/definition.ts'
import type { Fields } from '#core/resources/field.ts'
import { isOfUnitSystem } from '#core/resources/fields/isOfUnitSystem.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { allColumns, requestedColumns } from '#server/resources/columns.ts'
import type { ComputedFields } from '#server/resources/operations.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows in one batch. */
const BATCH_SIZE = 500

/** Returns the definition of a column: the kind's own, or its computed fields'. */
export function definitionOf(resource: Resource, computed: ComputedFields, name: string): Resource {
  return name in computed.definition.fields && !(name in resource.fields) ? computed.definition : resource
}

/**
 * Returns the requested columns of a file or a page. Computed fields count only in the actor's unit system.
 * @throws Refusal 422 for a name that is neither a field nor a computed field; 400 with the valid names, for a strict call
 */
export function columnsOfRequest(
  context: Context,
  resource: Resource,
  computed: ComputedFields,
  requested: unknown,
): string[] | undefined {
  const others: Fields = computed.definition.fields
  return requestedColumns(context, resource, requested, Object.keys(others))?.filter((name) =>
    isOfUnitSystem(name in resource.fields ? undefined : others[name], context.actor.units),
  )
}

/** Returns the columns of a file whose request names none: every field that the actor reads, then the computed fields. */
export function everyColumn(actor: Actor, resource: Resource, computed: ComputedFields): string[] {
  const others = Object.entries(computed.definition.fields)
    .filter(([name, field]) => !(name in resource.fields) && isOfUnitSystem(field, actor.units))
    .map(([name]) => name)
  return [...allColumns(actor, resource), ...others]
}

/** Adds the computed fields to rows if one of the columns shows them. */
export async function withComputed(
  context: Context,
  rows: readonly Row[],
  computed: ComputedFields,
  names: readonly string[],
): Promise<readonly Row[]> {
  if (rows.length === 0 || !names.some((name) => name in computed.definition.fields)) return rows
  const more = await computed.read(context, rows)
  return rows.map((row, index) => ({ ...row, ...more[index] }))
}

/** Does the same for a stream of rows, in batches. */
export async function* streamWithComputed(
  context: Context,
  rows: AsyncIterable<Row>,
  computed: ComputedFields,
  names: readonly string[],
): AsyncIterable<Row> {
  let some: Row[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length < BATCH_SIZE) continue
    yield* await withComputed(context, some, computed, names)
    some = []
  }
  yield* await withComputed(context, some, computed, names)
}
