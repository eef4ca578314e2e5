import { type RawBuilder, sql } from 'kysely'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'

/** The title of a record for the actor: for a record offered by a company above, the own company's name for it. */
export function titleSql(actor: Actor, resource: Resource, alias: string): RawBuilder<string> {
  const plain = plainTitleSql(resource, alias)
  const own = ownName(actor, resource, alias)
  return own ? sql<string>`coalesce(${own}, ${plain})` : plain
}

/** The title of a record for all who have no name of their own for it. */
export function plainTitleSql(resource: Resource, alias: string): RawBuilder<string> {
  const { title } = resource
  const { calledBy } = resource.naming
  if (!calledBy) return sql<string>`${sql.ref(`${alias}.${title}`)}::text`
  const parts = calledBy.map((part) => (part === '→' ? sql.lit(part) : textSql(resource, alias, part)))
  return sql<string>`concat_ws(' ', ${sql.join(parts)})`
}

/** A field as a text: a reference by the title of its record. */
export function textSql({ fields }: Resource, alias: string, name: string): RawBuilder<string> {
  const value = sql.ref(`${alias}.${name}`)
  const field = fields[name]
  if (!field || !isReference(field)) return sql<string>`${value}::text`
  const target = resourceOf(field.to)
  const names = sql.ref(`called.${target.title}`)
  return sql<string>`(select ${names}::text from ${sql.table(tableOf(target))} called where ${sql.ref(`called.${target.id}`)} = ${value})`
}

/** The own company's name for a record offered by a company above; null where it has none. */
export function ownName(
  actor: Actor,
  { id, title, visibility: { seenBelow } }: Resource,
  alias: string,
): RawBuilder<string> | undefined {
  if (!seenBelow || actor.company_id === null) return undefined
  return sql<string>`(select own_names.${sql.ref(title)} from ${sql.table(seenBelow.names)} as own_names
    where own_names.${sql.ref(id)} = ${sql.ref(`${alias}.${id}`)} and own_names.company_id = ${actor.company_id})`
}

/** A condition that the own company's name for a record matches a pattern; none where such names do not exist. */
export function ownNameLike(actor: Actor, resource: Resource, pattern: string): RawBuilder<boolean>[] {
  const { name, id, title } = resource
  const { seenBelow } = resource.visibility
  if (!seenBelow || actor.company_id === null) return []
  return [
    sql<boolean>`${sql.ref(`${name}.${id}`)} in (select own_names.${sql.ref(id)} from ${sql.table(seenBelow.names)} as own_names
      where own_names.company_id = ${actor.company_id} and own_names.${sql.ref(title)} ilike ${pattern})`,
  ]
}
