import type { Resource } from '#core/resources/definition.ts'
import { distinctLabels } from '#core/resources/fields/distinctLabels.ts'
import { isNamedByContents } from '#core/resources/fields/isNamedByContents.ts'
import { isOfUnitSystem } from '#core/resources/fields/isOfUnitSystem.ts'
import { nameKey } from '#core/resources/fields/nameKey.ts'
import { readableFields } from '#core/resources/fields/readableFields.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { invalid, lenient } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { fieldLabel } from './names/fieldLabel.ts'
import { isInResponse } from './rights/isInResponse.ts'
import { hiddenFields } from './rows.ts'

type Caller = Pick<Context, 'actor' | 'isStrict'>

/** All fields that the actor reads, in the order of the definition; of two unit systems only the actor's. */
export function allColumns(actor: Actor, resource: Resource): string[] {
  return fieldsReadBy(actor, resource).filter((name) => isOfUnitSystem(resource.fields[name], actor.units))
}

function fieldsReadBy(actor: Actor, resource: Resource): string[] {
  const hidden = hiddenFields(actor, resource)
  return readableFields(resource)
    .map(([name]) => name)
    .filter((name) => !hidden.includes(name))
}

/**
 * The columns requested for a file or a page, in that order: `company,status`.
 * @param extra names of the kind's answers that are not fields.
 * @returns undefined when none were named
 * @throws Refusal 422 for a name that is not a field the actor reads; 400 with the valid names, for a strict call
 */
export function requestedColumns(
  context: Caller,
  resource: Resource,
  columns: unknown,
  extra: readonly string[] = [],
): string[] | undefined {
  return namesIn(context, 'columns', columns, [...fieldsReadBy(context.actor, resource), ...extra])
}

/**
 * The fields requested from a list: `fields=public_id,status`.
 * @param extra names of the kind's answers that are not fields.
 * @returns undefined when none were named: then the response has all fields
 * @throws Refusal as `requestedColumns` does
 */
export function requestedFields(
  context: Caller,
  resource: Resource,
  fields: unknown,
  extra: readonly string[],
): string[] | undefined {
  const always = [resource.id, 'created_at', 'updated_at']
  return namesIn(context, 'fields', fields, [
    ...always,
    ...fieldsReadBy(context.actor, resource),
    ...extra,
  ])?.sort()
}

/** The names in a parameter, each once. */
function namesIn(
  { isStrict }: Caller,
  field: 'columns' | 'fields',
  requested: unknown,
  known: readonly string[],
): string[] | undefined {
  if (typeof requested !== 'string' || requested === '') return undefined
  const names = [...new Set(requested.split(',').map((name) => name.trim()))]
  if (names.every((name) => known.includes(name))) return names
  if (!isStrict) throw invalid([{ field, rule: 'choice' }])
  const params = { known: [...new Set(known)].join(', ') }
  throw lenient([{ field, rule: 'unknown_parameter', params }])
}

/** A fully read record without the fields that were not requested. */
export function pickFields<T extends object>(resource: Resource, record: T, requested: readonly string[]): T {
  const picked = { ...record }
  for (const [name, field] of readableFields(resource)) {
    if (isInResponse(resource, name, requested)) continue
    const others = [name, titleKey(name), ...(isNamedByContents(field) ? [nameKey(name)] : [])]
    for (const other of others) Reflect.deleteProperty(picked, other)
  }
  return picked
}

/**
 * The headings of columns in the actor's language.
 * @param definitionOf the definition of a column's field, if it is another kind's.
 */
export function columnLabels(
  actor: Actor,
  resource: Resource,
  names: readonly string[],
  definitionOf: (name: string) => Resource = () => resource,
): string[] {
  return distinctLabels(
    resource,
    names,
    (name) => fieldLabel(actor, definitionOf(name), name),
    (section) => translate(actor.language, `records.${resource.name}.sections.${section}`),
  )
}
