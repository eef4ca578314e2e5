import { hasCall, pathOf, type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/isReference.ts'
import { registeredKinds, resourceOf } from '#core/resources/registeredKinds.ts'

/** The kind of record that a table holds; of a table that several share, the one that holds them all. */
export function kindOfTable(table: string): Resource | undefined {
  const kinds = registeredKinds().filter((kind) => tableOf(kind) === table)
  return kinds.find(({ within }) => !within) ?? kinds[0]
}

/** The kind of record that a form over a table saves, or whose fields it shows. */
export function kindOfForm(table: string, endpoint: string | null | undefined): Resource | undefined {
  if (!endpoint) return kindOfTable(table)
  const path = `/${endpoint.replace(/^\/+|\/+$/g, '')}`
  return registeredKinds().find(
    (kind) => pathOf(kind) === path && tableOf(kind) === table && hasCall(kind, 'create'),
  )
}

/** The field that names a record's company, where a form can fill it in for whoever fills in the form. */
export function companyFieldOf({ scope, fields }: Resource): string | undefined {
  const field = scope === 'company' ? fields['company_id'] : undefined
  return field && !field.computed ? 'company_id' : undefined
}

/** The field of a kind of record that names a record of a table: by it one form hangs from another. */
export function linkTo(table: string, { fields }: Resource): string | undefined {
  return Object.entries(fields).find(
    ([, field]) => isReference(field) && !field.computed && tableOf(resourceOf(field.to)) === table,
  )?.[0]
}
