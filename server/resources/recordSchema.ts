import { z } from 'zod'
import { type Resource, readableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'

/** What an answer holds of a record: for the documents and the contract test, not for checking input. */
export function recordSchema(resource: Resource): z.ZodObject {
  const fields = readableFields(resource).map(([name, field]) => [name, answerSchema(field, resource)])
  return z.looseObject({
    [resource.id]: z.int(),
    ...Object.fromEntries(fields),
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
      return z.string().regex(/^-?\d+(\.\d+)?$/)
    case 'text':
    case 'option':
    case 'phone':
    case 'time':
    case 'secret':
    case 'formula':
      return z.string()
  }
}
