import { z } from 'zod'
import { type RecordOf, type Resource, readableFields, type TitlesOf } from './definition.ts'
import type { Field } from './field.ts'
import { titleKey } from './titleKey.ts'

/** What an answer holds of a record, with its type. It may hold more: the names of what it refers to, users' own fields. */
export function answeredRecord<R extends Resource>(resource: R): z.ZodType<RecordOf<R> & TitlesOf<R>>
/** The same with what a call tells beside the fields of the definition. */
export function answeredRecord<R extends Resource, M extends z.ZodRawShape>(
  resource: R,
  more: M,
): z.ZodType<RecordOf<R> & TitlesOf<R> & z.output<z.ZodObject<M>>>
export function answeredRecord(resource: Resource, more: z.ZodRawShape = {}): z.ZodType {
  return recordSchema(resource).extend(more)
}

/** Some fields of a record as an answer tells them, with their types. */
export function answeredFields<R extends Resource, const Names extends readonly (keyof RecordOf<R>)[]>(
  resource: R,
  names: Names,
): { [Name in Names[number]]: z.ZodType<RecordOf<R>[Name]> }
export function answeredFields(resource: Resource, names: readonly string[]): z.ZodRawShape {
  const { shape } = recordSchema(resource)
  return Object.fromEntries(names.map((name) => [name, shape[name]!]))
}

/** The name of what a record refers to. */
const Title = z.string().nullable().optional()

/** A decimal as it travels. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/** What an answer holds of a record: for the documents and the contract test, not for checking input. */
export function recordSchema(resource: Resource): z.ZodObject {
  const fields = readableFields(resource).map(([name, field]) => [name, answerSchema(field, resource)])
  const titles = readableFields(resource)
    .filter(([, { kind }]) => kind === 'reference')
    .map(([name]) => [titleKey(name), Title])
  return z.looseObject({
    [resource.id]: z.int(),
    ...Object.fromEntries(fields),
    ...Object.fromEntries(titles),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
}

/** A record as a list holds it: all of it, the fields that were asked for, or its name where it is to be chosen. */
export function listedSchema(resource: Resource): z.ZodObject {
  const id = { [resource.id]: z.int() }
  return recordSchema(resource)
    .partial()
    .extend({ label: z.string().nullable().optional(), known_as: z.string().nullable().optional(), ...id })
}

function answerSchema(field: Field, { within }: Resource): z.ZodType {
  const schema = kindOf(field)
  // A record may be older than a field that the installation has added, or have been one of another kind of its table.
  return field.required && !field.isUserDefined && !within ? schema : schema.nullable()
}

function kindOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'flag':
    case 'reference':
    case 'image':
      return z.int()
    case 'choice':
      return typeof field.of[0] === 'number' ? z.int() : z.string()
    case 'json':
      return z.array(z.any())
    case 'date':
      return z.iso.date()
    case 'instant':
      return z.iso.datetime()
    case 'decimal':
    case 'money':
      return DecimalText
    case 'text':
    case 'option':
    case 'phone':
    case 'time':
    case 'secret':
    case 'formula':
      return z.string()
  }
}
