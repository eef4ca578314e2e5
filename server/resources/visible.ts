import { type RawBuilder, sql } from 'kysely'
import { registry, resourceOf } from '#core/registry.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { OBJECT_KINDS, type ObjectRef } from '#core/resources/objects.ts'
import type { Actor } from '#server/platform/context.ts'

/**
 * The rows this actor may see, as a condition on the table named like the resource (or `alias`). Every query of
 * the engine contains it.
 */
export function visible(actor: Actor, resource: Resource, alias = resource.name): RawBuilder<boolean> {
  const limits = limitedFields(actor, resource).map(
    ([column, ids]) => sql<boolean>`${sql.ref(`${alias}.${column}`)} = any(${ids}) and `,
  )
  return sql<boolean>`(${sql.join(limits, sql``)}${visibleByOwner(actor, resource, alias)})`
}

/** The rows whose names this actor may know, where a record that he may write or read refers to them. */
export function nameable(actor: Actor, resource: Resource, alias = resource.name): RawBuilder<boolean> {
  return resource.hasOpenNames ? sql<boolean>`true` : visible(actor, resource, alias)
}

/** An account limited to some records of a kind sees only those, and of others only what belongs to those. */
function limitedFields(actor: Actor, resource: Resource): [column: string, ids: readonly number[]][] {
  return Object.entries(actor.limits).flatMap(([name, ids]): [string, readonly number[]][] => {
    if (name === resource.name) return [[resource.id, ids]]
    const owners = Object.entries(resource.fields).filter(
      ([, field]) => field.kind === 'reference' && field.required && field.to === name,
    )
    return owners.map(([column]) => [column, ids])
  })
}

function visibleByOwner(actor: Actor, resource: Resource, alias: string): RawBuilder<boolean> {
  const { scope } = resource
  if (scope === 'shared') return sql<boolean>`true`
  if (scope === 'company') {
    if (actor.companies === 'all') return sql<boolean>`true`
    return visibleByCompany(actor, actor.companies, resource, alias)
  }
  if (scope === 'object') return visibleByObject(actor, alias)
  const owner = ownerOf(resource, scope.through)
  if (actor.companies === 'all') return sql<boolean>`true`
  const name = `${alias}_owner`
  return sql<boolean>`exists (select from ${sql.table(tableOf(owner))} as ${sql.id(name)}
    where ${sql.ref(`${name}.${owner.id}`)} = ${sql.ref(`${alias}.${scope.through}`)}
      and ${visible(actor, owner, name)})`
}

function visibleByCompany(
  { loginType }: Actor,
  companies: readonly number[],
  { addressed }: Resource,
  alias: string,
): RawBuilder<boolean> {
  const isOneOf = (column: string) =>
    sql<boolean>`${sql.ref(`${alias}.${column}`)} = any(${companies as number[]})`
  if (!addressed?.loginTypes.includes(loginType)) return isOneOf('company_id')
  const sent = Object.entries(addressed.unless).map(
    ([column, values]) => sql<boolean>`${sql.ref(`${alias}.${column}`)} <> all(${values as number[]})`,
  )
  return sql<boolean>`(${isOneOf('company_id')} or (${sql.join([isOneOf(addressed.to), ...sent], sql` and `)}))`
}

function ownerOf(resource: Resource, field: string): Resource {
  const reference = resource.fields[field]
  if (reference?.kind !== 'reference') throw new Error(`${resource.name}.${field} leads nowhere`)
  return resourceOf(reference.to)
}

/**
 * What hangs from a record is open to whoever may read that record, and to nobody else.
 * @param kinds the kind of record that each `object_ref` names.
 */
export function visibleByObject(
  actor: Actor,
  alias: string,
  kinds: Readonly<Record<string, string>> = OBJECT_KINDS,
): RawBuilder<boolean> {
  const conditions = Object.entries(kinds).flatMap(([ref, kindName]) => {
    const kind = kindNamed(kindName)
    if (!kind || !mayRead(actor, kind)) return []
    const name = `${alias}_${ref}`
    return [
      sql<boolean>`(${sql.ref(`${alias}.object_ref`)} = ${ref} and exists (
        select from ${sql.table(tableOf(kind))} as ${sql.id(name)}
        where ${sql.ref(`${name}.${kind.id}`)} = ${sql.ref(`${alias}.object_id`)}
          and ${visible(actor, kind, name)}))`,
    ]
  })
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The kind of record that an `object_ref` names, where the product has it. */
export function objectKind(ref: ObjectRef): Resource | undefined {
  return kindNamed(OBJECT_KINDS[ref])
}

function kindNamed(name: string): Resource | undefined {
  return (registry as Readonly<Record<string, Resource>>)[name]
}

/** Tells whether an actor may read some of that kind at all; the product itself may. */
export function mayRead(
  { user_id, permissions, loginType }: Actor,
  { module, loginTypes }: Resource,
): boolean {
  return user_id === null || (permissions.has(`${module}.read`) && loginTypes.includes(loginType))
}
