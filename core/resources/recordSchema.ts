import { z } from 'zod'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { RecordOf, Resource, TitlesOf } from './definition.ts'
import type { Field } from './field.ts'
import { isNamedByContents } from './fields/isNamedByContents.ts'
import { isReference } from './fields/isReference.ts'
import { nameKey } from './fields/nameKey.ts'
import { readableFields } from './fields/readableFields.ts'
import { titleKey } from './fields/titleKey.ts'
import { kindOf } from './kinds/fieldKinds.ts'

/** The typed schema of a record in a response. Responses may contain more: titles of referenced records, user-defined fields. */
export function typedRecordSchema<R extends Resource>(resource: R): z.ZodType<RecordOf<R> & TitlesOf<R>>
/** A returned record with additional fields of a call. */
export function typedRecordSchema<R extends Resource, M extends z.ZodRawShape>(
  resource: R,
  more: M,
): z.ZodType<RecordOf<R> & TitlesOf<R> & z.output<z.ZodObject<M>>>
export function typedRecordSchema(resource: Resource, more: z.ZodRawShape = {}): z.ZodType {
  return recordSchema(resource).extend(more)
}

/** The typed schemas of some fields of a record in a response. */
export function recordFieldSchemas<R extends Resource, const Names extends readonly (keyof RecordOf<R>)[]>(
  resource: R,
  names: Names,
): { [Name in Names[number]]: z.ZodType<RecordOf<R>[Name]> }
export function recordFieldSchemas(resource: Resource, names: readonly string[]): z.ZodRawShape {
  const schemas = new Map(Object.entries(recordSchema(resource).shape))
  return Object.fromEntries(names.map((name) => [name, getOrThrow(schemas, name)]))
}

/** The title of a referenced record. */
const Title = z.string().nullable().optional()

/** The schema of a record in a response: for the API documentation and contract tests, not for validating input. */
export function recordSchema(resource: Resource): z.ZodObject {
  const fields = readableFields(resource).map(([name, field]) => [name, responseSchema(field, resource)])
  const titles = readableFields(resource)
    .filter(([, field]) => isReference(field))
    .flatMap(([name, field]) => [
      [titleKey(name), Title],
      ...(isNamedByContents(field) ? [[nameKey(name), Title]] : []),
    ])
  return z.looseObject({
    [resource.id]: z.int(),
    ...Object.fromEntries(fields),
    ...Object.fromEntries(titles),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
}

/** A record in a list: complete, with the requested fields, or with its name for a select. */
export function listedSchema(resource: Resource): z.ZodObject {
  const id = { [resource.id]: z.int() }
  return recordSchema(resource)
    .partial()
    .extend({ label: Title, known_as: Title, ...(resource.naming.holds && { name: Title }), ...id })
}

function responseSchema(field: Field, { within }: Resource): z.ZodType {
  const schema = kindOf(field).response(field)
  // A record may be older than a user-defined field, or have been of another kind in the same table.
  return field.required && !field.isUserDefined && !within ? schema : schema.nullable()
}
