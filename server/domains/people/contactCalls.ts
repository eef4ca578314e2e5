import { z } from 'zod'
import { companies } from '#core/domains/companies/companies.ts'
import { customers } from '#core/domains/companies/customers.ts'
import { distributors } from '#core/domains/companies/distributors.ts'
import { manufacturers } from '#core/domains/companies/manufacturers.ts'
import { shipping_carriers } from '#core/domains/companies/shipping_carriers.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import { notes } from '#core/domains/people/notes.ts'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { OBJECT_REFS } from '#core/resources/objects.ts'
import type { Context } from '#server/platform/context.ts'
import type { Call, CallInput } from '#server/platform/http.ts'
import { notFound } from '#server/platform/refusal.ts'
import { Id } from '#server/resources/ids.ts'
import { listRecords } from '#server/resources/list.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { readRecord, requireVisible } from '#server/resources/rows.ts'
import { mayRead, objectKind } from '#server/resources/visible.ts'
import {
  addresses,
  type ContactKind,
  contactOperations,
  emails,
  type Owner,
  phones,
  removeContact,
} from './contacts.ts'
import { noteOperations } from './notes.ts'
import { asOwner, ownPersonId } from './ownPerson.ts'
import { findPostalCode } from './postalCodes.ts'

type Params = Record<string, number>
/** The record that an address names, and as whom its contacts are read and written. */
type Place = {
  path: string
  params: z.ZodRawShape
  ownerOf: (context: Context, params: Params) => Promise<{ owner: Owner; context: Context }>
}

const tag = 'contacts'
const KINDS: [segment: string, kind: ContactKind][] = [
  ['phones', phones],
  ['emails', emails],
  ['addresses', addresses],
]
const COMPANIES: Resource[] = [customers, distributors, manufacturers, shipping_carriers, vendors]

/** Every kind of record that contacts hang from, under its own path; a customer is also a company. */
const places: Place[] = OBJECT_REFS.flatMap((object_ref) => {
  const kind = objectKind(object_ref)
  if (!kind) return []
  const under = kind.name === companies.name ? [kind, ...COMPANIES] : [kind]
  return under.map((resource) => ({
    path: `${pathOf(resource)}/:owner_id`,
    params: { owner_id: Id },
    ownerOf: async (context: Context, { owner_id }: Params) => {
      if (!mayRead(context.actor, resource)) throw notFound()
      await requireVisible(context, resource, owner_id!)
      return { owner: { object_ref, object_id: owner_id! }, context }
    },
  }))
})

const ownPlace: Place = {
  path: '/me',
  params: {},
  ownerOf: async (context) => ({
    owner: { object_ref: 'person', object_id: ownPersonId(context) },
    context: asOwner(context),
  }),
}

/** Phones, e-mails, addresses and notes where they belong, and what their forms look up. */
export const contactCalls: Call[] = [
  ...KINDS.flatMap(([, kind]) => deletions(kind)),
  ...[...places, ownPlace].flatMap((place) =>
    KINDS.flatMap(([segment, kind]) => nestedCalls(place, segment, kind)),
  ),
  ...places.flatMap(noteCalls),
  {
    method: 'GET',
    path: '/locales/countries',
    tag,
    summary: 'Every country, by its name in your language',
    access: 'session',
    answer: z.object({ locale_countries: z.array(z.looseObject({})) }),
    run: async ({ actor }) => ({
      locale_countries: COUNTRIES.map((country) => ({
        ...country,
        country_name: countryName(country, actor.language),
      })).sort((a, b) => a.country_name.localeCompare(b.country_name, actor.language)),
    }),
  },
  {
    method: 'GET',
    path: '/locales/postal_codes/:zip',
    tag,
    summary: 'City and state of a ZIP code of the United States',
    access: 'session',
    params: z.object({ zip: z.string().regex(/^\d{5}$/) }),
    answer: z.object({ locale_postal_codes: z.array(z.looseObject({})) }),
    run: async (_, { params }) => ({ locale_postal_codes: findPostalCode(params.zip) }),
  },
]

/** A deletion names the new primary one in its address, its query or its body. */
function successorOf({ resource }: ContactKind, { params, query, body }: CallInput): number | undefined {
  const name = `new_prime_${resource.id}`
  const given = params.new_prime_id ?? query?.[name] ?? body?.[name]
  return given === undefined || given === '' ? undefined : Id.parse(given)
}

function deletions(kind: ContactKind): Call[] {
  const { resource } = kind
  const call = (path: string, params: z.ZodRawShape): Call => ({
    method: 'DELETE',
    path,
    tag,
    summary: `Delete one of ${resource.name}; the primary one of several names its successor`,
    access: 'session',
    params: z.object(params),
    query: z.looseObject({ [`new_prime_${resource.id}`]: Id.optional() }),
    answer: z.object({ [resource.name]: z.array(z.looseObject({})), message: z.string(), type: z.string() }),
    run: async (context, input) => {
      const id = input.params[resource.id]
      await refuseStale(context, resource, id, { ...input.query, ...input.body })
      return removed(kind, await removeContact(context, kind, id, successorOf(kind, input)))
    },
  })
  const one = `${pathOf(resource)}/:${resource.id}`
  return [
    call(one, { [resource.id]: Id }),
    call(`${one}/:new_prime_id`, { [resource.id]: Id, new_prime_id: Id }),
  ]
}

function removed({ resource }: ContactKind, remaining: readonly object[]): object {
  return { [resource.name]: remaining, message: 'messages.deleted', type: 'success' }
}

function nestedCalls(place: Place, segment: string, kind: ContactKind): Call[] {
  const { resource } = kind
  const { create, update } = contactOperations(kind)
  const path = `${place.path}/${segment}`
  const one = { ...place.params, id: Id }
  const call = (part: Pick<Call, 'method' | 'path' | 'summary' | 'params' | 'body' | 'run'>): Call => ({
    ...part,
    tag,
    access: 'session',
    answer: z.looseObject({}),
  })
  const saved = (record: object) => ({
    [resource.single]: record,
    message: 'messages.saved',
    type: 'success',
  })
  /** One of that owner's, else 404. */
  const within = async (context: Context, params: Params) => {
    const found = await place.ownerOf(context, params)
    const record = await readRecord(found.context, resource, params['id']!)
    if (!isOf(record, found.owner)) throw notFound()
    return { ...found, record }
  }
  const remove = (address: string, params: z.ZodRawShape) =>
    call({
      method: 'DELETE',
      path: address,
      summary: `Delete one of the ${segment} of this record`,
      params: z.object(params),
      run: async (context, input) => {
        const { context: as } = await within(context, input.params)
        return removed(kind, await removeContact(as, kind, input.params.id, successorOf(kind, input)))
      },
    })
  return [
    call({
      method: 'GET',
      path,
      summary: `The ${segment} of this record, the primary one first`,
      params: z.object(place.params),
      run: async (context, { params }) => {
        const { owner, context: as } = await place.ownerOf(context, params)
        return { [resource.name]: await allOf(as, resource, owner) }
      },
    }),
    call({
      method: 'POST',
      path,
      summary: `Add to the ${segment} of this record`,
      params: z.object(place.params),
      body: z.looseObject({}),
      run: async (context, { params, body }) => {
        const { owner, context: as } = await place.ownerOf(context, params)
        return saved(await create(as, { ...body, ...owner }))
      },
    }),
    call({
      method: 'GET',
      path: `${path}/:id`,
      summary: `One of the ${segment} of this record`,
      params: z.object(one),
      run: async (context, { params }) => ({ [resource.single]: (await within(context, params)).record }),
    }),
    call({
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Change one of the ${segment} of this record`,
      params: z.object(one),
      body: z.looseObject({}),
      run: async (context, { params, body }) => {
        const { context: as } = await within(context, params)
        await refuseStale(as, resource, params.id, body)
        return saved(await update(as, params.id, body))
      },
    }),
    remove(`${path}/:id`, one),
    remove(`${path}/:id/:new_prime_id`, { ...one, new_prime_id: Id }),
  ]
}

function isOf(record: object, { object_ref, object_id }: Owner): boolean {
  const { object_ref: ref, object_id: id } = record as Owner
  return ref === object_ref && id === object_id
}

async function allOf(context: Context, resource: Resource, owner: Owner): Promise<object[]> {
  const { rows } = await listRecords(context, resource, {
    search: '',
    page_size: 0,
    page_num: 1,
    sort: { field: 'prime', descending: true },
    filters: { object_ref: owner.object_ref, object_id: String(owner.object_id) },
  })
  return rows
}

/** The notes of a record: every call answers all of them, the newest first. */
function noteCalls(place: Place): Call[] {
  const path = `${place.path}/notes`
  const one = z.object({ ...place.params, note_id: Id })
  const answerOf = async (context: Context, owner: Owner): Promise<object> => {
    const { rows } = await noteOperations.list(context, {
      search: '',
      page_size: 0,
      page_num: 1,
      sort: { field: notes.id, descending: true },
      filters: { object_ref: owner.object_ref, object_id: String(owner.object_id) },
    })
    return { notes: rows }
  }
  const call = (
    method: Call['method'],
    address: string,
    summary: string,
    params: z.ZodObject,
    act: (context: Context, owner: Owner, input: CallInput) => Promise<unknown>,
    message?: string,
  ): Call => ({
    method,
    path: address,
    tag,
    summary,
    access: 'session',
    params,
    ...(method !== 'GET' && method !== 'DELETE' && { body: z.looseObject({}) }),
    answer: z.object({ notes: z.array(z.looseObject({})) }),
    run: async (context, input) => {
      const { owner } = await place.ownerOf(context, input.params)
      await act(context, owner, input)
      return { ...(await answerOf(context, owner)), ...(message && { message, type: 'success' }) }
    },
  })
  const own = async (context: Context, owner: Owner, id: number): Promise<number> => {
    if (!isOf(await readRecord(context, notes, id), owner)) throw notFound()
    return id
  }
  const all = z.object(place.params)
  return [
    call('GET', path, 'The notes of this record, the newest first', all, async () => undefined),
    call(
      'POST',
      path,
      'Write a note to this record',
      all,
      (context, owner, { body }) => noteOperations.create(context, { note: body.note, ...owner }),
      'messages.saved',
    ),
    call(
      'PATCH',
      `${path}/:note_id`,
      'Change a note of this record',
      one,
      async (context, owner, { params, body }) => {
        const id = await own(context, owner, params.note_id)
        await refuseStale(context, notes, id, body)
        await noteOperations.update(context, id, { note: body.note })
      },
      'messages.saved',
    ),
    call(
      'DELETE',
      `${path}/:note_id`,
      'Delete a note of this record',
      one,
      async (context, owner, { params }) =>
        noteOperations.remove(context, await own(context, owner, params.note_id)),
      'messages.deleted',
    ),
  ]
}
