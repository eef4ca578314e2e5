import type { Resource } from '#core/resources/definition.ts'
import type { Fields } from '#core/resources/field.ts'
import { isOfUnitSystem } from '#core/resources/isOfUnitSystem.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { allColumns, requestedColumns } from '#server/resources/columns.ts'
import type { BesideFields } from '#server/resources/operations.ts'

type Row = Readonly<Record<string, unknown>>

/** Records that are looked at together. */
const AT_ONCE = 500

/** Whose field a column of a file shows: the kind's own, or what it tells beside. */
export function definitionOf(resource: Resource, beside: BesideFields | undefined, name: string): Resource {
  return beside && name in beside.definition.fields && !(name in resource.fields)
    ? beside.definition
    : resource
}

/**
 * The columns that a file or a page was asked for, also those beside the fields; of these only what is of the actor's unit system.
 * @throws Refusal 422 for a name that is neither
 */
export function askedColumns(
  actor: Actor,
  resource: Resource,
  beside: BesideFields | undefined,
  asked: unknown,
): string[] | undefined {
  const others: Fields = beside?.definition.fields ?? {}
  return requestedColumns(actor, resource, asked, Object.keys(others))?.filter((name) =>
    isOfUnitSystem(name in resource.fields ? undefined : others[name], actor.units),
  )
}

/** All columns of a file that was asked for none: every field that the actor reads, and then what is told beside. */
export function everyColumn(actor: Actor, resource: Resource, beside: BesideFields | undefined): string[] {
  const others = Object.entries(beside?.definition.fields ?? {})
    .filter(([name, field]) => !(name in resource.fields) && isOfUnitSystem(field, actor.units))
    .map(([name]) => name)
  return [...allColumns(actor, resource), ...others]
}

/** The rows with what is told beside, where one of the columns shows it. */
export async function withBeside(
  context: Context,
  rows: readonly Row[],
  beside: BesideFields | undefined,
  names: readonly string[],
): Promise<readonly Row[]> {
  if (rows.length === 0 || !beside || !names.some((name) => name in beside.definition.fields)) return rows
  const more = await beside.read(context, rows)
  return rows.map((row, at) => ({ ...row, ...more[at] }))
}

/** The same of rows that come one after the other. */
export async function* streamWithBeside(
  context: Context,
  rows: AsyncIterable<Row>,
  beside: BesideFields | undefined,
  names: readonly string[],
): AsyncIterable<Row> {
  let some: Row[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length < AT_ONCE) continue
    yield* await withBeside(context, some, beside, names)
    some = []
  }
  yield* await withBeside(context, some, beside, names)
}
