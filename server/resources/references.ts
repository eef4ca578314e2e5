import { sql } from 'kysely'
import { resourceOf } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { requireAllVisible, requireSelectable } from './rows.ts'

/**
 * A record may point only at what its writer can see: any other target answers 404, like any stranger's record.
 * @throws Refusal 404 naming the field
 */
export async function refuseUnreachable(
  context: Context,
  resource: Resource,
  values: Record<string, unknown>,
): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const target = values[name]
    if (field.kind === 'reference' && target != null) {
      await requireSelectable(context, resourceOf(field.to), Number(target), name)
    }
    if (field.kind === 'json' && field.to && Array.isArray(target)) {
      await requireAllVisible(context, resourceOf(field.to), target as number[], name)
    }
  }
}

/**
 * A field that takes one of a list takes what can be chosen there now.
 * @throws Refusal 422
 */
export async function refuseUnknownOptions(
  { db }: Context,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name]
    if (field.kind !== 'option' || value === null || value === undefined) continue
    const { rows } = await sql`
      select from options join options_categories c using (category_id)
      where c.slug = ${field.list} and options.status = 1
        and coalesce(options.value, options.slug, options.option) = ${value}`.execute(db)
    if (rows.length === 0) throw invalid([{ field: name, rule: 'choice' }])
  }
}
