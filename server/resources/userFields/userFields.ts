import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import { addUserFields, type UserField, userFieldStorageKey } from '#core/resources/fields/userFields.ts'
import type { Database } from '#server/platform/database/database.ts'

let known: readonly UserField[] = []
let extended = new Map<string, Resource>()
let version = 0
let reloads = 0
let latest: Promise<void> = Promise.resolve()

/** A kind of record with the user-defined fields of this installation. The engine reads the fields of a definition from here. */
export function withUserFields<R extends Resource>(resource: R): R
export function withUserFields(resource: Resource): Resource {
  return extended.get(resource.name) ?? resource
}

/** The user-defined fields in use, as this server knows them. */
export function cachedUserFields(): readonly UserField[] {
  return known
}

/** A number that changes with the fields: anything derived from them must then be recomputed. */
export function userFieldsVersion(): number {
  return version
}

/**
 * Reloads the fields: at the start, after each notification of a change, and after a write of this server. A process serves one database,
 * so they are global.
 */
export async function loadUserFields(db: Database, kinds: readonly Resource[]): Promise<void> {
  reloads += 1
  const own = reloads
  latest = readUserFields(db).then((rows) => {
    // A result that was read before another notification may be outdated.
    if (own !== reloads) return
    // Unchanged fields keep their derived fields.
    if (version > 0 && isDeepStrictEqual(rows, known)) return
    known = rows
    extended = new Map(kinds.map((kind) => [kind.name, addUserFields(kind, rows)]))
    version += 1
  })
  for (let awaited: Promise<void> | undefined; awaited !== latest; ) {
    awaited = latest
    await awaited
  }
}

/** The fields in use, read from the database. */
export async function readUserFields(db: Database): Promise<UserField[]> {
  const { rows } = await sql<UserField>`
    select resource, name, label, label_es, help, help_es, data_type, is_required, default_value, min_value,
      max_value, max_length, decimals, choices, in_list, is_searchable, is_filter, staff_only
    from user_defined_fields where is_active = 1 order by sort_order, field_id`.execute(db)
  return rows
}

/** Values in the form of a table's columns: user-defined fields share one. */
export function packUserFields(
  resource: Resource,
  values: Values,
): { columns: Values; added: Values | undefined } {
  const entries = Object.entries(values).map(
    ([key, value]) => [key, userFieldStorageKey(key, resource.fields[key]), value] as const,
  )
  const added = entries.flatMap(([, name, value]) => (name ? [[name, value] as const] : []))
  const columns = entries.flatMap(([key, name, value]) => (name ? [] : [[key, value] as const]))
  return {
    columns: Object.fromEntries(columns),
    added: added.length > 0 ? Object.fromEntries(added) : undefined,
  }
}
