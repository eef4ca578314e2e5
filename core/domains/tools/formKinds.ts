import { hasCall, pathOf, type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { registeredKinds, resourceOf } from '#core/resources/registeredKinds.ts'

/** The kind of record of a table; if several share it, the one that covers them all. */
export function kindOfTable(table: string): Resource | undefined {
  const kinds = registeredKinds().filter((kind) => tableOf(kind) === table)
  return kinds.find(({ within }) => !within) ?? kinds[0]
}

/** The kind of record that a form over a table saves or shows. */
export function kindOfForm(table: string, endpoint: string | null | undefined): Resource | undefined {
  if (!endpoint) return kindOfTable(table)
  const path = `/${endpoint.replace(/^\/+|\/+$/g, '')}`
  return registeredKinds().find(
    (kind) => pathOf(kind) === path && tableOf(kind) === table && hasCall(kind, 'create'),
  )
}

/** The field with a record's company, if a form can fill it in for its user. */
export function companyFieldOf({ scope, fields }: Resource): string | undefined {
  const { company_id: field } = scope === 'company' ? fields : {}
  return field && !field.computed ? 'company_id' : undefined
}

/** The field of a kind of record that refers to a table, which links one form to another. */
export function linkTo(table: string, { fields }: Resource): string | undefined {
  return Object.entries(fields).find(
    ([, field]) => isReference(field) && !field.computed && tableOf(resourceOf(field.to)) === table,
  )?.[0]
}
