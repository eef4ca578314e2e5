import { type RawBuilder, sql } from 'kysely'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/isReference.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor } from '#server/platform/context.ts'

/** What the actor calls a record: of what a company above offers, the name that his own company has given it. */
export function titleSql(actor: Actor, resource: Resource, alias: string): RawBuilder<string> {
  const plain = plainTitleSql(resource, alias)
  const own = ownName(actor, resource, alias)
  return own ? sql<string>`coalesce(${own}, ${plain})` : plain
}

/** What a record is called by all who have no name of their own for it. */
export function plainTitleSql({ fields, title, calledBy }: Resource, alias: string): RawBuilder<string> {
  const told = (name: string): RawBuilder<string> => {
    const value = sql.ref(`${alias}.${name}`)
    const field = fields[name]
    if (!field || !isReference(field)) return sql<string>`${value}::text`
    const target = resourceOf(field.to)
    const names = sql.ref(`called.${target.title}`)
    return sql<string>`(select ${names}::text from ${sql.table(tableOf(target))} called where ${sql.ref(`called.${target.id}`)} = ${value})`
  }
  if (!calledBy) return sql<string>`${sql.ref(`${alias}.${title}`)}::text`
  const parts = calledBy.map((part) => (part === '→' ? sql.lit(part) : told(part)))
  return sql<string>`concat_ws(' ', ${sql.join(parts)})`
}

/** What the actor's own company calls a record that a company above offers; nothing where nobody calls it otherwise. */
export function ownName(
  actor: Actor,
  { id, title, seenBelow }: Resource,
  alias: string,
): RawBuilder<string> | undefined {
  if (!seenBelow || actor.company_id === null) return undefined
  return sql<string>`(select own_names.${sql.ref(title)} from ${sql.table(seenBelow.names)} as own_names
    where own_names.${sql.ref(id)} = ${sql.ref(`${alias}.${id}`)} and own_names.company_id = ${actor.company_id})`
}

/** That the actor's own company calls a record like a pattern; no condition where nobody calls it otherwise. */
export function ownNameLike(actor: Actor, resource: Resource, pattern: string): RawBuilder<boolean>[] {
  const { name, id, title, seenBelow } = resource
  if (!seenBelow || actor.company_id === null) return []
  return [
    sql<boolean>`${sql.ref(`${name}.${id}`)} in (select own_names.${sql.ref(id)} from ${sql.table(seenBelow.names)} as own_names
      where own_names.company_id = ${actor.company_id} and own_names.${sql.ref(title)} ilike ${pattern})`,
  ]
}
