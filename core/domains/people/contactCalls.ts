import { z } from 'zod'
import { type Access, defineCall, signedIn, signedInOrKey } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import type { Values } from '#core/platform/values.ts'
import { changesBody, listResponse, recordResponse } from '#core/resources/calls/callSchemas.ts'
import { PageInfo } from '#core/resources/calls/pageResponse.ts'
import { onePathOf, type Resource } from '#core/resources/definition.ts'
import { recordSchema } from '#core/resources/recordSchema.ts'
import { newRecordSchema } from '#core/resources/schema.ts'

/** The owner of contacts and notes: its path, with the parameters of that path. */
export interface ContactPlace {
  path: string
  params: Record<string, typeof Id>
}

/** Given by the path of a nested call. */
const OWNER = { object_ref: true, object_id: true } as const
/** The permission to change the owner decides; an API key does not change the contacts of its own user. */
const accessAt = (path: string): Access => (path.startsWith('/me/') ? signedIn : signedInOrKey)

/** Removing the primary contact of several names its successor. */
function removal(
  resource: Resource,
  path: string,
  ownerParams: Record<string, typeof Id>,
  query?: () => z.ZodObject,
) {
  return defineCall({
    method: 'DELETE',
    path,
    access: accessAt(path),
    params: () => z.object(ownerParams),
    ...(query && { query }),
    response: (): z.ZodObject =>
      z.object({ [resource.name]: z.array(recordSchema(resource)), ...messageFields() }),
  })
}

/** Defines the two ways to delete a contact at its own path. */
export function contactRemovals(resource: Resource) {
  const one: string = onePathOf(resource)
  const query = () => z.looseObject({ [`new_prime_${resource.id}`]: Id.optional() })
  const params = { [resource.id]: Id }
  return {
    removeContact: removal(resource, one, params, query),
    removeForSuccessor: removal(resource, `${one}/:new_prime_id`, { ...params, new_prime_id: Id }, query),
  }
}

export type ContactCalls = ReturnType<typeof contactCalls>

/** Defines the calls of the phones, e-mails or addresses of a record, below its own path. */
export function contactCalls(
  { path: owner, params: ownerParams }: ContactPlace,
  segment: string,
  resource: Resource,
) {
  const path: string = `${owner}/${segment}`
  const access = accessAt(path)
  const idParams = { ...ownerParams, id: Id }
  const all = { path, access, params: () => z.object(ownerParams) }
  const one = { path: `${path}/:id`, access, params: () => z.object(idParams) }
  const successor = () => z.looseObject({ [`new_prime_${resource.id}`]: Id.optional() })
  const saved = () => recordResponse(resource, resource).extend(messageFields())
  return {
    listContacts: defineCall({
      method: 'GET',
      ...all,
      response: () => listResponse(resource, resource).extend({ page: PageInfo }),
    }),
    addContact: defineCall({
      method: 'POST',
      ...all,
      body: (): z.ZodType<Values, object> => newRecordSchema(resource).omit(OWNER),
      response: saved,
    }),
    readContact: defineCall({
      method: 'GET',
      ...one,
      response: () => recordResponse(resource, resource),
    }),
    changeContact: defineCall({
      method: 'PATCH',
      ...one,
      body: () => changesBody<Resource>(resource),
      response: saved,
    }),
    removeContact: removal(resource, one.path, idParams, successor),
    removeForSuccessor: removal(resource, `${one.path}/:new_prime_id`, { ...idParams, new_prime_id: Id }),
  }
}
