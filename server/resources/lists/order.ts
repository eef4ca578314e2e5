import { type RawBuilder, sql } from 'kysely'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import type { ReferenceField } from '#core/resources/kinds/plainKinds.ts'
import { registeredKinds, resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'
import { placeSql } from '../names/placeNameSql.ts'
import { titleSql } from '../names/titleSql.ts'
import { seesAll } from '../rights/visible.ts'
import { fieldSql, hiddenFields, type Rows, titleIfVisible, unlessHidden } from '../rows.ts'
import { withUserFields } from '../userFields/userFields.ts'
import type { ListQuery } from './listQuery.ts'

interface Key {
  value: RawBuilder<unknown>
  /** Rows without a value come last, in either direction. */
  isNullable: boolean
}

/** The order of a list: its joins, if any, and the compared values. */
export interface Order {
  join?: (rows: Rows) => Rows
  /** The record's own id is the last key: it makes the order total, and reverses with it, so that one index serves both directions. */
  keys: readonly Key[]
  descending: boolean
}

/** The requested order, expressed so that an existing index can serve it. */
export function orderOf(actor: Actor, kind: Resource, { field: name, descending }: ListQuery['sort']): Order {
  const resource = withUserFields(kind)
  const id = { value: sql.ref(`${resource.name}.${resource.id}`), isNullable: false }
  const field = resource.fields[name]
  const other = resource.orders[name]
  if (other === 'place') {
    return {
      keys: [{ value: placeSql(resource, resource.name), isNullable: false }, id],
      descending,
    }
  }
  if (other) {
    const by = other.by ?? resource.id
    const join = (rows: Rows) =>
      rows.innerJoin(`${other.table} as ordered`, `ordered.${by}`, `${resource.name}.${by}`)
    const keys = [
      ...(other.within ? [choiceKey(resource, other.within)] : []),
      { value: sql.ref(`ordered.${other.column}`), isNullable: !other.isFilled },
      // The other table's index has its id after the column that it is ordered by.
      { value: sql.ref(`ordered.${by}`), isNullable: false },
      ...(other.by ? [id] : []),
    ]
    return { join, keys, descending }
  }
  if (name === resource.id || hiddenFields(actor, kind).includes(name)) return { keys: [id], descending }
  if (isReference(field)) return byTitle(actor, resource, { name, field, id, descending })
  const value = fieldSql(resource, name)
  // The order of values that companies below do not see would disclose them.
  const shown = unlessHidden(actor, resource, name, value)
  const isNullable = shown !== value || !isFilled(resource, name)
  return { keys: [{ value: shown, isNullable }, id], descending }
}

/** The position of a choice among the declared ones. */
function choiceKey(resource: Resource, name: string): Key {
  const field = resource.fields[name]
  const choices = field?.kind === 'choice' ? field.of.map(String) : []
  const value = sql`array_position(${choices}::text[], ${sql.ref(`${resource.name}.${name}`)}::text)`
  return { value, isNullable: field?.required !== true }
}

/** Rows in that order. */
export function inOrder(rows: Rows, { keys, descending }: Order): Rows {
  return keys.reduce(
    (some, { value, isNullable }) => some.orderBy(orderBySql(value, isNullable, descending)),
    rows,
  )
}

/** A key of an order as SQL; nulls are mentioned only if they exist and would not come last anyway. */
export function orderBySql(
  value: RawBuilder<unknown>,
  isNullable: boolean,
  descending: boolean,
): RawBuilder<unknown> {
  if (!descending) return value
  return isNullable ? sql`${value} desc nulls last` : sql`${value} desc`
}

interface ByTitle {
  name: string
  field: ReferenceField
  id: Key
  descending: boolean
}

/**
 * By the title of the referenced record, or by its display name where it has one. If every record has one that the actor may see, the
 * records are found in the order of the titles; otherwise, those without one come last.
 */
function byTitle(actor: Actor, resource: Resource, { name, field, id, descending }: ByTitle): Order {
  const target = resourceOf(field.to)
  const alias = 'ordered'
  const isAlwaysVisible =
    isFilled(resource, name) &&
    isFilled(target, target.title) &&
    (seesAll(actor, target) || isWhose(actor, resource, name, target))
  const leads = sql<boolean>`${sql.ref(`${alias}.${target.id}`)} = ${sql.ref(`${resource.name}.${name}`)}`
  const table = `${tableOf(target)} as ${alias}`
  const join = (rows: Rows) =>
    isAlwaysVisible
      ? rows.innerJoin(table, (on) => on.on(leads))
      : rows.leftJoin(table, (on) => on.on(leads).on(titleIfVisible(actor, resource, name, alias)))
  // A device's display name begins with its place, which is what the order uses.
  const text = target.naming.holds ? placeSql(target, alias) : titleSql(actor, target, alias)
  const title = { value: text, isNullable: !isAlwaysVisible }
  // If two have the same title, the records of each stay together.
  const whose = { value: sql.ref(`${alias}.${target.id}`), isNullable: !isAlwaysVisible }
  return { join, keys: [title, whose, id], descending }
}

/** Whether a column is never null: the database enforces it if all kinds of its table require a value. */
function isFilled(resource: Resource, name: string): boolean {
  if (name === 'created_at' || name === 'updated_at') return true
  const table = tableOf(resource)
  const kinds = registeredKinds().filter((kind) => tableOf(kind) === table)
  const fields = kinds.flatMap(({ fields }) => fields[name] ?? [])
  return fields.length > 0 && fields.every(({ required }) => required)
}

/** Whether a field names the owner of a record: the record is then visible only to users who see the owner. */
function isWhose(
  actor: Actor,
  { scope, visibility: { addressed, seenBelow } }: Resource,
  name: string,
  target: Resource,
): boolean {
  if (actor.limits[target.name]) return false
  if (scope === 'company') return name === 'company_id' && !addressed && !seenBelow
  return typeof scope === 'object' && scope.through === name
}
