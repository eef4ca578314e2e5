import { type RawBuilder, sql } from 'kysely'
import type { Action } from '#core/platform/modules.ts'
import { type Hop, type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { OBJECT_KINDS, type ObjectRef } from '#core/resources/objects.ts'
import { kindNamed, registeredKinds, resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'
import { isSoldToSql } from './isSoldTo.ts'
import { ownershipStart } from './visibleHistoryStart.ts'

/**
 * The rows that this actor may see, as a condition on the table named like the resource (or `alias`). Every query of the engine contains
 * it.
 */
export function visible(actor: Actor, resource: Resource, alias = resource.name): RawBuilder<boolean> {
  return allOf([
    ...withinLimits(actor, resource, alias),
    ...onceGivenOut(actor, resource, alias),
    visibleByOwner(actor, resource, alias),
  ])
}

/**
 * `visible` as several conditions of which exactly one holds: each has an index, but all together have none. For an actor who sees only some
 * kinds of record, records that belong to others are found by these kinds.
 */
export function visibleBySource(actor: Actor, resource: Resource): RawBuilder<boolean>[] {
  const isAll = actor.companies === 'all' && Object.keys(actor.limits).length === 0
  if (resource.scope !== 'object' || isAll) return [visible(actor, resource)]
  const kinds = objectKindsOf(actor, OBJECT_KINDS)
  if (kinds.length === 0) return [visible(actor, resource)]
  const { name } = resource
  return kinds.map(([ref, kind]) => {
    const owner = `${name}_${ref}`
    // Reads the visible records first: an index leads from each to its related records.
    const owners = sql`select ${sql.ref(`${owner}.${kind.id}`)} from ${sql.table(tableOf(kind))} as ${sql.id(owner)}
      where ${visible(actor, kind, owner)}`
    return allOf([
      ...withinLimits(actor, resource, name),
      ...onceGivenOut(actor, resource, name),
      belongsToDevice(actor, name, ref),
      sql<boolean>`${sql.ref(`${name}.object_id`)} = any(array(${owners}))`,
    ])
  })
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/**
 * For a kind that companies above offer to those below: the rows of the actor's own companies, which they may change. Undefined for a kind
 * whose rows can be changed by all who see them.
 */
export function ownedByActor(
  actor: Actor,
  { visibility: { seenBelow } }: Resource,
  alias: string,
): RawBuilder<boolean> | undefined {
  if (!seenBelow || actor.companies === 'all' || actor.above.length === 0) return undefined
  return sql<boolean>`${sql.ref(`${alias}.company_id`)} = any(${actor.companies})`
}

/** The rows whose names this actor may see as references of a record that they may write or read. */
export function selectableRows(actor: Actor, resource: Resource, alias = resource.name): RawBuilder<boolean> {
  return resource.visibility.hasSelectableNames ? sql<boolean>`true` : visible(actor, resource, alias)
}

/** Whether no record of a kind has a name that is hidden from this actor. */
export function seesAll(actor: Actor, resource: Resource): boolean {
  const { name, scope, devicesBy, visibility } = resource
  if (visibility.hasSelectableNames) return true
  const isLimited = actor.limits[name] || (actor.limits.devices && devicesBy)
  if (isLimited || seesOnlyIssued(actor, resource)) return false
  return scope === 'shared' || (actor.companies === 'all' && scope === 'company')
}

/** An account limited to some records of a kind sees only those, and of other kinds only what belongs to those. */
function withinLimits(actor: Actor, resource: Resource, alias: string): RawBuilder<boolean>[] {
  const own = actor.limits[resource.name]
  const devices = actor.limits.devices
  return [
    ...(own ? [sql<boolean>`${sql.ref(`${alias}.${resource.id}`)} = any(${own})`] : []),
    ...(devices && resource.devicesBy ? [withinDevices(actor, devices, resource, alias)] : []),
  ]
}

/** A record without a device is within every limit; one with several devices is when each of them is. */
function withinDevices(
  actor: Actor,
  devices: readonly number[],
  resource: Resource,
  alias: string,
): RawBuilder<boolean> {
  const path = resource.devicesBy
  if (path === undefined) return sql<boolean>`true`
  if (path === 'text')
    return resource.fields.user_id
      ? sql<boolean>`${sql.ref(`${alias}.user_id`)} = ${actor.user_id}`
      : sql<boolean>`false`
  if (path === 'record') return visibleByRecord(actor, alias)
  if ('standing' in path) {
    const standing = sql.ref(`${alias}_device.${path.standing}`)
    return sql<boolean>`exists (select from devices as ${sql.id(`${alias}_device`)}
      where ${standing} = ${sql.ref(`${alias}.${resource.id}`)}
        and ${sql.ref(`${alias}_device.device_id`)} = any(${devices}))`
  }
  if ('field' in path) {
    const device = sql.ref(`${alias}.${path.field}`)
    const isSeen = sql<boolean>`(${device} is null or ${device} = any(${devices}))`
    if (!path.others) return isSeen
    const { table, column } = path.others
    return sql<boolean>`(${isSeen} and not exists (select from ${sql.table(table)} as ${sql.id('led')}
      where ${sql.ref(`led.${column}`)} = ${sql.ref(`${alias}.${resource.id}`)} and led.device_id <> all(${devices})))`
  }
  if ('through' in path) {
    const owner = ownerOf(resource, path.through)
    const name = `${alias}_source`
    return sql<boolean>`exists (select from ${sql.table(tableOf(owner))} as ${sql.id(name)}
      where ${sql.ref(`${name}.${owner.id}`)} = ${sql.ref(`${alias}.${path.through}`)}
        and ${allOf(withinLimits(actor, owner, name))})`
  }
  return ledByRows(devices, resource, path.rows, alias)
}

/** Every row of the record leads to one of the devices, or to none. */
function ledByRows(
  devices: readonly number[],
  resource: Resource,
  rows: readonly (readonly Hop[])[],
  alias: string,
): RawBuilder<boolean> {
  const { details } = resource
  if (!details) throw new TypeError(`${resource.name} has no rows that lead to devices`)
  const none = rows.map((hops) => {
    const joins = hops.map(([table, column]) => sql`join ${sql.table(table)} using (${sql.ref(column)})`)
    return sql<boolean>`not exists (select from ${sql.table(details.name)} as ${sql.id('led')}
      ${sql.join(joins, sql` `)}
      where ${sql.ref(`led.${resource.id}`)} = ${sql.ref(`${alias}.${resource.id}`)} and device_id <> all(${devices}))`
  })
  return sql<boolean>`(${sql.join(none, sql` and `)})`
}

/** A record about another record is visible to users who may see that one. */
function visibleByRecord(actor: Actor, alias: string): RawBuilder<boolean> {
  const kinds = registeredKinds().filter(
    ({ name, devicesBy, scope }) =>
      name === 'devices' || scope === 'object' || (devicesBy && devicesBy !== 'record'),
  )
  const kindName = sql.ref(`${alias}.resource`)
  const each = kinds.map((kind) => {
    const name = `${alias}_${kind.name}`
    return sql`when ${kind.name} then exists (select from ${sql.table(tableOf(kind))} as ${sql.id(name)}
      where ${sql.ref(`${name}.${kind.id}`)} = ${sql.ref(`${alias}.record_id`)} and ${visible(actor, kind, name)})`
  })
  return sql<boolean>`(case ${kindName} ${sql.join(each, sql` `)} else true end)`
}

function visibleByOwner(actor: Actor, resource: Resource, alias: string): RawBuilder<boolean> {
  const { scope } = resource
  if (scope === 'shared') return sql<boolean>`true`
  if (scope === 'company') {
    if (actor.companies === 'all') return sql<boolean>`true`
    return visibleByCompany(actor, companiesOf(actor, actor.companies, resource), resource, alias)
  }
  if (scope === 'object') return visibleByObject(actor, alias)
  const owner = ownerOf(resource, scope.through)
  if (actor.companies === 'all') return sql<boolean>`true`
  const name = `${alias}_owner`
  return sql<boolean>`${afterMove(resource, alias)} and exists (select from ${sql.table(tableOf(owner))} as ${sql.id(name)}
    where ${sql.ref(`${name}.${owner.id}`)} = ${sql.ref(`${alias}.${scope.through}`)}
      and ${visible(actor, owner, name)})`
}

/** The companies whose records of a kind an actor sees: for records that they sell to companies below, not their own company. */
function companiesOf(actor: Actor, companies: readonly number[], resource: Resource): readonly number[] {
  if (!sells(actor, resource, 'read')) return companies
  return companies.filter((company) => company !== actor.company_id)
}

function sells(
  { loginType, permissions }: Actor,
  { module, visibility: { soldBy } }: Resource,
  action: Action,
): boolean {
  return soldBy?.includes(loginType) === true && permissions.has(`${module}.${action}`)
}

function visibleByCompany(
  { loginType, above }: Actor,
  companies: readonly number[],
  { visibility: { addressed, seenBelow } }: Resource,
  alias: string,
): RawBuilder<boolean> {
  const isOneOf = (column: string) => sql<boolean>`${sql.ref(`${alias}.${column}`)} = any(${companies})`
  if (seenBelow && above.length > 0) {
    return sql<boolean>`${sql.ref(`${alias}.company_id`)} = any(${[...companies, ...above]})`
  }
  if (!addressed?.loginTypes.includes(loginType)) return isOneOf('company_id')
  return allOf([isOneOf(addressed.to), ...isNone(addressed.unless, alias)])
}

/** Whether an actor sees records of a kind only once they were issued: by login type, or because their company only buys. */
export function seesOnlyIssued(
  { loginType, onlyBuys }: Actor,
  { visibility: { givenOut } }: Resource,
): boolean {
  return givenOut !== undefined && (onlyBuys || givenOut.loginTypes.includes(loginType))
}

/** Records in preparation are visible only to users who prepare them. */
function onceGivenOut(actor: Actor, resource: Resource, alias: string): RawBuilder<boolean>[] {
  const { givenOut } = resource.visibility
  const isSeller = !actor.onlyBuys && sells(actor, resource, 'update')
  if (!givenOut || isSeller) return []
  const issued = [
    sql<boolean>`${sql.ref(`${alias}.${givenOut.once}`)} = 1`,
    ...isNone(givenOut.unless, alias),
  ]
  if (seesOnlyIssued(actor, resource)) return issued
  const sold = isSoldToSql(actor, `${alias}.company_id`)
  // What the actor's own company buys is in preparation at its seller.
  return sold && actor.sellsTo.length < actor.companies.length
    ? [sql<boolean>`(${sold} or ${allOf(issued)})`]
    : []
}

function isNone(unless: Readonly<Record<string, readonly number[]>>, alias: string): RawBuilder<boolean>[] {
  return Object.entries(unless).map(
    ([column, values]) => sql<boolean>`${sql.ref(`${alias}.${column}`)} <> all(${values})`,
  )
}

/** A record that belongs to a device belongs to the owner at the time when it began. */
function afterMove({ devicesBy }: Resource, alias: string): RawBuilder<boolean> {
  if (typeof devicesBy !== 'object' || !('field' in devicesBy) || !devicesBy.since) return sql<boolean>`true`
  const device = sql.ref(`${alias}.${devicesBy.field}`)
  return sql<boolean>`${sql.ref(`${alias}.${devicesBy.since}`)} >= ${ownershipStart(device)}`
}

function ownerOf(resource: Resource, field: string): Resource {
  const reference = resource.fields[field]
  if (!isReference(reference)) throw new Error(`${resource.name}.${field} leads nowhere`)
  return resourceOf(reference.to)
}

/**
 * A record that belongs to another is visible to users who may read that one; for a device, to the owner at that time.
 * @param kinds the kind of record that each `object_ref` names.
 */
export function visibleByObject(
  actor: Actor,
  alias: string,
  kinds: Readonly<Record<string, string>> = OBJECT_KINDS,
): RawBuilder<boolean> {
  const conditions = objectKindsOf(actor, kinds).map(([ref, kind]) =>
    // Evaluated per row: for an `exists` among other conditions the database would read the whole kind.
    allOf([belongsToDevice(actor, alias, ref), ownerIsVisible(actor, kind, alias, ref)]),
  )
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The kinds of record that an `object_ref` can name and the actor may read. */
function objectKindsOf(actor: Actor, kinds: Readonly<Record<string, string>>): [string, Resource][] {
  return Object.entries(kinds).flatMap(([ref, name]): [string, Resource][] => {
    const kind = kindNamed(name)
    return kind && mayRead(actor, kind) ? [[ref, kind]] : []
  })
}

/** A condition that a row belongs to a record of this kind; for a device, since the actor's ownership. */
function belongsToDevice(actor: Actor, alias: string, ref: string): RawBuilder<boolean> {
  const is = sql<boolean>`${sql.ref(`${alias}.object_ref`)} = ${ref}`
  if (ref !== 'device' || actor.companies === 'all') return is
  const device = sql.ref(`${alias}.object_id`)
  return allOf([is, sql<boolean>`${sql.ref(`${alias}.created_at`)} >= ${ownershipStart(device)}`])
}

/** A condition that the record to which a row belongs is visible. */
function ownerIsVisible(actor: Actor, kind: Resource, alias: string, ref: string): RawBuilder<boolean> {
  const name = `${alias}_${ref}`
  return sql<boolean>`(select true from ${sql.table(tableOf(kind))} as ${sql.id(name)}
    where ${sql.ref(`${name}.${kind.id}`)} = ${sql.ref(`${alias}.object_id`)} and ${visible(actor, kind, name)})`
}

/** The kind of record that an `object_ref` names, if the product has it. */
export function kindOfObjectRef(ref: ObjectRef): Resource | undefined {
  return kindNamed(OBJECT_KINDS[ref])
}

/** Whether an actor may read records of that kind at all; the product itself may. */
export function mayRead(
  { user_id, permissions, loginType }: Actor,
  { module, loginTypes }: Resource,
): boolean {
  return user_id === null || (permissions.has(`${module}.read`) && loginTypes.includes(loginType))
}

/** The visible rows of a kind that the actor may read; none of another. */
export function visibleIfRead(actor: Actor, resource: Resource, alias = resource.name): RawBuilder<boolean> {
  return mayRead(actor, resource) ? visible(actor, resource, alias) : sql<boolean>`false`
}
