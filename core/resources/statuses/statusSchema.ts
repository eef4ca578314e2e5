import { z } from 'zod'
import type { Resource } from '../definition.ts'
import type { Statuses, StatusValue } from './statuses.ts'

/** A validated step. */
interface Move {
  to: StatusValue
  /** Additional fields of the body. */
  more: Readonly<Record<string, unknown>>
}

/** The body of a step: the status, by value or name, and additional fields of the kind. */
export function statusSchema(
  { statuses }: Resource,
  more: z.ZodRawShape,
): z.ZodType<Move, Readonly<Record<string, unknown>>> {
  if (!statuses) throw new TypeError('a kind of record without statuses has no steps')
  const { field, nameKey } = statuses
  const taken = nameKey ? valueOrName(statuses) : value(statuses)
  const under = (key: string) =>
    z
      .object({ [key]: taken, ...more })
      .transform(({ [key]: to, ...rest }) => ({ to: to as StatusValue, more: rest }))
  return nameKey ? z.union([under(nameKey), under(field)]) : under(field)
}

function value({ values }: Statuses) {
  return z.union(
    values.map((item) => z.literal(item)),
    { error: 'choice' },
  )
}

/** A status by its name, with or without a space, or by its number. */
function valueOrName({ is, values }: Statuses) {
  return z
    .union([z.string(), z.number()], { error: 'required' })
    .transform((input) => is[String(input).trim().toLowerCase().replaceAll(' ', '_')] ?? Number(input))
    .refine((to) => values.includes(to), { error: 'choice' })
}
