import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import type { Statuses, StatusValue } from '#core/resources/statuses.ts'
import type { Call } from '#server/platform/http.ts'
import { accessOf } from './accessOf.ts'
import type { Operations } from './operations.ts'

/** The call for a step, of a kind of record whose status people change. */
export function statusCalls(
  resource: Resource,
  { move, moveFields = {} }: Pick<Operations, 'move' | 'moveFields'>,
  saved: () => z.ZodObject,
): Call[] {
  const { statuses } = resource
  if (!statuses || resource.fields[statuses.field]?.computed) return []
  const { field } = statuses
  const taken = statuses.nameKey ? valueOrName(statuses) : value(statuses)
  const body = z.object({ [field]: taken, ...moveFields })
  const { nameKey } = statuses
  return [
    {
      method: 'POST',
      path: `${pathOf(resource)}/:${resource.id}/status`,
      tag: resource.name,
      summary: `Give one of ${resource.name} its next status; 409 names the ones that are allowed`,
      access: accessOf(resource, 'update'),
      params: z.object({ [resource.id]: Id }),
      body: nameKey
        ? z.union([
            z
              .object({ [nameKey]: taken, ...moveFields })
              .transform(({ [nameKey]: to, ...more }) => ({ ...more, [field]: to })),
            body,
          ])
        : body,
      get answer() {
        return saved()
      },
      run: async (context, { params, body: { [field]: to, ...more } }) => ({
        [resource.single]: await move(context, params[resource.id]!, to as StatusValue, more),
        message: 'messages.saved',
        type: 'success',
      }),
    },
  ]
}

function value({ values }: Statuses) {
  return z.union(
    values.map((one) => z.literal(one)),
    { error: 'choice' },
  )
}

/** A status by its name, with or without its space, or by its number. */
function valueOrName({ is, values }: Statuses) {
  return z
    .union([z.string(), z.number()], { error: 'required' })
    .transform((given) => is[String(given).trim().toLowerCase().replaceAll(' ', '_')] ?? Number(given))
    .refine((to) => values.includes(to), { error: 'choice' })
}
