import { companies } from '#core/domains/companies/companies.ts'
import { customers } from '#core/domains/companies/customers.ts'
import { distributors } from '#core/domains/companies/distributors.ts'
import { manufacturers } from '#core/domains/companies/manufacturers.ts'
import { shipping_carriers } from '#core/domains/companies/shipping_carriers.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import type { ContactPlace } from '#core/domains/people/contactCalls.ts'
import { Id } from '#core/platform/id.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { OBJECT_REFS } from '#core/resources/objects.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { idIn } from '#server/resources/idIn.ts'
import { kindOfObjectRef, mayRead } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'
import type { Owner } from './contacts.ts'
import { asOwnPerson, ownPersonId } from './ownPerson.ts'

export type Params = Record<string, number>
/** The record that a path names, and the actor who reads and writes its contacts. */
export type ContactOwnerRoute = ContactPlace & {
  ownerOf: (context: Context, params: Params) => Promise<{ owner: Owner; context: Context }>
}

const COMPANIES: Resource[] = [customers, distributors, manufacturers, shipping_carriers, vendors]

/** Every kind of record with contacts, under its own path; a customer is also a company. */
export const contactOwnerRoutes: ContactOwnerRoute[] = OBJECT_REFS.flatMap((object_ref) => {
  const kind = kindOfObjectRef(object_ref)
  if (!kind) return []
  const under = kind.name === companies.name ? [kind, ...COMPANIES] : [kind]
  return under.map((resource) => ({
    path: `${pathOf(resource)}/:owner_id`,
    params: { owner_id: Id },
    ownerOf: async (context: Context, params: Params) => {
      if (!mayRead(context.actor, resource)) throw notFound()
      const owner_id = idIn(params, 'owner_id')
      await requireVisible(context, resource, owner_id)
      return { owner: { object_ref, object_id: owner_id }, context }
    },
  }))
})

/** The user's own contacts, whatever their rights to people. */
export const ownContactRoute: ContactOwnerRoute = {
  path: '/me',
  params: {},
  ownerOf: async (context) => ({
    owner: { object_ref: 'person', object_id: ownPersonId(context) },
    context: asOwnPerson(context),
  }),
}
