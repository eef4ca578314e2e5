import { resourceOf } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/isReference.ts'
import { listedKind } from '#core/resources/listedKind.ts'
import type { Context } from '#server/platform/context.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
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
    if (isReference(field) && target != null) {
      await requireSelectable(context, resourceOf(field.to), Number(target), name)
    }
    const listed = listedKind(field)
    if (listed && Array.isArray(target)) {
      await requireAllVisible(context, resourceOf(listed), target as number[], name)
    }
  }
}

/**
 * Refuses what only the database can judge, such as a choice that its list does not offer now.
 * @throws Refusal 422
 */
export async function refuseByKind(
  context: Context,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name]
    if (value !== null && value !== undefined) await serverKindOf(field).refuse?.(context, name, field, value)
  }
}
