import { z } from 'zod'
import { type AcceptedOf, type Resource, type WrittenOf, writableFields } from './definition.ts'
import type { Field } from './field.ts'
import { MAX_DETAILS } from './fields/maxDetails.ts'
import { kindOf } from './kinds/fieldKinds.ts'
import { recordId } from './kinds/recordId.ts'

/** Validates one value. Shared by the form, the server, the import and the API documentation. */
export function valueSchema<const F extends Field>(field: F): z.ZodType<AcceptedOf<F>, WrittenOf<F>>
export function valueSchema(field: Field): z.ZodType {
  const schema = kindOf(field).check(field)
  return field.required ? schema : z.preprocess((value) => (value === '' ? null : value), schema.nullable())
}

/** Validates a new record: required fields without a default must be present. */
export function newRecordSchema(resource: Resource): z.ZodObject {
  const fields = shape(resource, (field) =>
    field.required && field.default === undefined ? valueSchema(field) : valueSchema(field).optional(),
  )
  return z.object({ ...fields, ...detailsShape(resource, newRecordSchema) })
}

/** Validates changes to a record: any field may be missing, none may become invalid. */
export function changesSchema(resource: Resource): z.ZodObject {
  return z.object({
    ...shape(resource, (field) => valueSchema(field).optional()),
    ...detailsShape(resource, changesSchema),
  })
}

/** The rows of a record: those with an id stay or change, those without one are new. */
function detailsShape(
  { details }: Resource,
  rowSchema: (details: Resource) => z.ZodObject,
): Record<string, z.ZodType> {
  if (!details) return {}
  const id = recordId().nullish()
  const row = rowSchema(details).extend({ [details.id]: id })
  return { details: z.array(row).max(MAX_DETAILS).optional() }
}

function shape(resource: Resource, schemaOf: (field: Field) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(writableFields(resource).map(([name, field]) => [name, schemaOf(field)]))
}
