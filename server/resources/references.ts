import { resourceOf } from '#core/registry.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from './rows.ts'

/**
 * A record may point only at what its writer can see: any other target answers 404, like any stranger's record.
 * @throws Refusal 404
 */
export async function refuseUnreachable(
  context: Context,
  resource: Resource,
  values: Record<string, unknown>,
): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const target = values[name]
    if (field.kind === 'reference' && target != null) {
      await requireVisible(context, resourceOf(field.to), Number(target))
    }
  }
}
