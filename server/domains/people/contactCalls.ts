import { z } from 'zod'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import { Id } from '#core/platform/id.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { changesSchema, newRecordSchema } from '#core/resources/schema.ts'
import { bodyCheckedByOperation } from '#server/platform/bodyCheckedByOperation.ts'
import type { Context } from '#server/platform/context.ts'
import type { Call, CallInput } from '#server/platform/http.ts'
import { notFound } from '#server/platform/refusal.ts'
import { listRecords, type Page } from '#server/resources/list.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
import { refuseUnknownFields } from '#server/resources/unknownFields.ts'
import {
  type ContactOwnerRoute,
  contactOwnerRoutes,
  ownContactRoute,
  type Params,
} from './contactOwnerRoutes.ts'
import {
  addresses,
  belongsTo,
  type ContactKind,
  contactOperations,
  emails,
  type Owner,
  phones,
  refuseOtherOwner,
  removeContact,
} from './contacts.ts'
import { noteCalls } from './noteCalls.ts'
import { findPostalCode } from './postalCodes.ts'

const tag = 'contacts'
/** What the address of a nested call says already. */
const OWNER = { object_ref: true, object_id: true } as const
const IfUpdatedAt = { if_updated_at: z.string().optional() }
const KINDS: [segment: string, kind: ContactKind][] = [
  ['phones', phones],
  ['emails', emails],
  ['addresses', addresses],
]
/** Phones, e-mails, addresses and notes where they belong, and what their forms look up. */
export const contactCalls: Call[] = [
  ...KINDS.flatMap(([, kind]) => deletions(kind)),
  ...[...contactOwnerRoutes, ownContactRoute].flatMap((place) =>
    KINDS.flatMap(([segment, kind]) => nestedCalls(place, segment, kind)),
  ),
  ...contactOwnerRoutes.flatMap(noteCalls),
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

function removed({ resource }: ContactKind, remaining: readonly object[]) {
  return { [resource.name]: remaining, message: 'messages.deleted' as const, type: 'success' }
}

function nestedCalls(place: ContactOwnerRoute, segment: string, kind: ContactKind): Call[] {
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
    message: 'messages.saved' as const,
    type: 'success',
  })
  /** One of that owner's, else 404. */
  const within = async (context: Context, params: Params) => {
    const found = await place.ownerOf(context, params)
    const record = await readRecord(found.context, resource, params['id']!)
    if (!belongsTo(record, found.owner)) throw notFound()
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
        const { rows, page } = await allOf(as, resource, owner)
        return { [resource.name]: rows, page }
      },
    }),
    call({
      method: 'POST',
      path,
      summary: `Add to the ${segment} of this record`,
      params: z.object(place.params),
      body: bodyCheckedByOperation(() => newRecordSchema(resource).omit(OWNER)),
      run: async (context, { params, body }) => {
        const { owner, context: as } = await place.ownerOf(context, params)
        await refuseUnknownFields(resource, body)
        refuseOtherOwner(owner, body)
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
      body: bodyCheckedByOperation(() => changesSchema(resource).extend(IfUpdatedAt)),
      run: async (context, { params, body }) => {
        const { context: as, record } = await within(context, params)
        await refuseUnknownFields(resource, body, { read: async () => record })
        await refuseStale(as, resource, params.id, body)
        return saved(await update(as, params.id, body))
      },
    }),
    remove(`${path}/:id`, one),
    remove(`${path}/:id/:new_prime_id`, { ...one, new_prime_id: Id }),
  ]
}

async function allOf(context: Context, resource: Resource, owner: Owner): Promise<Page<object>> {
  return listRecords(context, resource, {
    search: '',
    page_size: 0,
    page_num: 1,
    sort: { field: 'prime', descending: true },
    filters: { object_ref: owner.object_ref, object_id: String(owner.object_id) },
  })
}
