import { type RawBuilder, sql } from 'kysely'
import { isStaff } from '#core/platform/loginTypes.ts'
import type { Permission } from '#core/platform/modules.ts'
import { registry } from '#core/registry.ts'
import { isChosenByAll, isWrittenBy } from '#core/resources/chooser.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { namedRowsOf, titleSql } from './rows.ts'

/** The lean form of a list for drop-downs: every record that can still be chosen, by its name. */
export async function listOptions(context: Context, resource: Resource): Promise<object[]> {
  const archived = Object.entries(resource.archive ?? {})
  const rows = archived.reduce(
    (some, [column, value]) => some.where(sql.ref(`${resource.name}.${column}`), '<>', value),
    namedRowsOf(context, resource),
  )
  return rows
    .select([
      sql`${sql.ref(`${resource.name}.${resource.id}`)}`.as(resource.id),
      labelOf(context.actor, resource).as('label'),
      ...(resource.knownAs
        ? [sql`nullif(${sql.ref(`${resource.name}.${resource.knownAs}`)}, '')`.as('known_as')]
        : []),
      ...(resource.options ?? []).map((name) => sql`${sql.ref(`${resource.name}.${name}`)}`.as(name)),
    ])
    .orderBy(sql`lower(${sql.ref(`${resource.name}.${resource.title}`)}::text)`)
    .execute()
}

/** What a record is called where one chooses it. Of several offered under one name each is told with whose it is. */
function labelOf(actor: Actor, resource: Resource): RawBuilder<string> {
  const title = titleSql(actor, resource, resource.name)
  if (!resource.seenBelow) return title
  const owner = sql<string>`(select company from companies where companies.company_id = ${sql.ref(`${resource.name}.company_id`)})`
  return sql<string>`${title} || case when count(*) over (partition by lower(${title})) > 1
    then ' (' || ${owner} || ')' else '' end`
}

/**
 * Whether an actor may read the options of a kind whose list is closed to him: of what the forms of everybody choose
 * from, and of what a record that he may write refers to. What lies outside his reach is not among them.
 */
export function mayChoose(actor: Actor, resource: Resource): boolean {
  return isChosenByAll(resource) || writtenKinds(actor).some((kind) => refersTo(actor, kind, resource))
}

function writtenKinds({ permissions, loginType }: Actor): Resource[] {
  const chooser = { loginType, may: (permission: Permission) => permissions.has(permission) }
  return (Object.values(registry) as Resource[]).filter((kind) => isWrittenBy(chooser, kind))
}

function refersTo({ loginType }: Actor, kind: Resource, { name }: Resource): boolean {
  const isOpen = (field: Field) => !field.computed && (!field.staffOnly || isStaff(loginType))
  return [kind, ...(kind.details ? [kind.details] : [])].some(({ fields }) =>
    Object.values(fields).some(
      (field) => (field.kind === 'reference' || field.kind === 'json') && field.to === name && isOpen(field),
    ),
  )
}
