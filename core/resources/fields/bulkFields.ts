import { type Resource, writableFields } from '../definition.ts'
import { factsOf } from '../kinds/kindFacts.ts'

/** The fields that can be set on many records at once: none that identifies a record. */
export function bulkFields(resource: Resource): readonly string[] {
  if (resource.bulk) return resource.bulk
  return writableFields(resource)
    .filter(([name, field]) => !field.unique && !factsOf(field).isOfOneRecord && name !== resource.title)
    .map(([name]) => name)
    .filter((name) => name !== 'sort_order')
}
