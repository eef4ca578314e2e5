import { contactRemovals, contactCalls as definitionsOf } from '#core/domains/people/contactCalls.ts'
import * as localeCalls from '#core/domains/people/localeCalls.ts'
import { COUNTRIES, countryName } from '#core/platform/countries.ts'
import { Id } from '#core/platform/id.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { type Handler, handleAll, type Input } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { findPostalCode } from '#server/platform/postalCodes.ts'
import { notFound } from '#server/platform/refusal.ts'
import { saveWithoutLoss } from '#server/resources/changes/unknownFields.ts'
import { idIn } from '#server/resources/idIn.ts'
import { listRecords, type Page } from '#server/resources/lists/list.ts'
import { refuseStale } from '#server/resources/operations.ts'
import { readRecord } from '#server/resources/rows.ts'
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

const tag = 'contacts'
const KINDS: [segment: string, kind: ContactKind][] = [
  ['phones', phones],
  ['emails', emails],
  ['addresses', addresses],
]
/** The calls of phones, e-mails, addresses and notes of records, and the look-ups of their forms. */
export const contactCalls: Call[] = [
  ...KINDS.flatMap(([, kind]) => deletions(kind)),
  ...[...contactOwnerRoutes, ownContactRoute].flatMap((place) =>
    KINDS.flatMap(([segment, kind]) => nestedCalls(place, segment, kind)),
  ),
  ...contactOwnerRoutes.flatMap(noteCalls),
  ...handleAll(tag, localeCalls, {
    listCountries: {
      summary: 'Every country, by its name in your language',
      run: async ({ actor }) => ({
        locale_countries: COUNTRIES.map((country) => ({
          ...country,
          country_name: countryName(country, actor.language),
        })).sort((a, b) => a.country_name.localeCompare(b.country_name, actor.language)),
      }),
    },
    findPostalCode: {
      summary: 'City and state of a ZIP code of the United States',
      run: async (_, { params }) => ({ locale_postal_codes: findPostalCode(params.zip) }),
    },
  }),
]

type Removal = ReturnType<typeof contactRemovals>['removeContact']

/** The new primary contact that a deletion names in its path, its query or its body. */
function successorOf({ resource }: ContactKind, { params, query, body }: Input<Removal>): number | undefined {
  const name = `new_prime_${resource.id}`
  const [inQuery, inBody]: Values[] = [Object(query), Object(body)]
  const successor = params.new_prime_id ?? inQuery?.[name] ?? inBody?.[name]
  return successor === undefined || successor === '' ? undefined : Id.parse(successor)
}

function deletions(kind: ContactKind): Call[] {
  const { resource } = kind
  const removal: Handler<Removal> = {
    summary: `Delete one of ${resource.name}; the primary one of several names its successor`,
    run: async (context, input) => {
      const id = idIn(input.params, resource.id)
      await refuseStale(context, resource, id, { ...Object(input.query), ...Object(input.body) })
      return removed(kind, await removeContact(context, kind, id, successorOf(kind, input)))
    },
  }
  return handleAll(tag, contactRemovals(resource), { removeContact: removal, removeForSuccessor: removal })
}

function removed({ resource }: ContactKind, remaining: readonly Values[]) {
  return { [resource.name]: remaining, message: 'messages.deleted' as const, type: 'success' }
}

function savedContact({ resource }: ContactKind, record: Values) {
  return { [resource.single]: record, message: 'messages.saved' as const, type: 'success' as const }
}

function nestedCalls(place: ContactOwnerRoute, segment: string, kind: ContactKind): Call[] {
  const { resource } = kind
  const within = (context: Context, params: Params) => contactWithin(context, place, kind, params)
  const saved = (record: Values) => savedContact(kind, record)
  const removal: Handler<Removal> = {
    summary: `Delete one of the ${segment} of this record`,
    run: async (context, input) => {
      const { context: as, id } = await within(context, input.params)
      return removed(kind, await removeContact(as, kind, id, successorOf(kind, input)))
    },
  }
  return handleAll(tag, definitionsOf(place, segment, resource), {
    listContacts: {
      summary: `The ${segment} of this record, the primary one first`,
      run: async (context, { params }) => {
        const { owner, context: as } = await place.ownerOf(context, params)
        const { rows, page } = await allOf(as, resource, owner)
        return { [resource.name]: rows, page }
      },
    },
    addContact: {
      summary: `Add to the ${segment} of this record`,
      checksBody: true,
      run: async (context, { params, body }) =>
        saved(await addContact(kind, await place.ownerOf(context, params), body)),
    },
    readContact: {
      summary: `One of the ${segment} of this record`,
      run: async (context, { params }) => ({ [resource.single]: (await within(context, params)).record }),
    },
    changeContact: {
      summary: `Change one of the ${segment} of this record`,
      checksBody: true,
      run: async (context, { params, body }) =>
        saved(await changeContact(kind, await within(context, params), body)),
    },
    removeContact: removal,
    removeForSuccessor: removal,
  })
}

/** A contact of that owner. @throws Refusal 404 */
async function contactWithin(
  context: Context,
  place: ContactOwnerRoute,
  { resource }: ContactKind,
  params: Params,
) {
  const found = await place.ownerOf(context, params)
  const id = idIn(params, 'id')
  const record = await readRecord(found.context, resource, id)
  if (!belongsTo(record, found.owner)) throw notFound()
  return { ...found, id, record }
}

type FoundOwner = Awaited<ReturnType<ContactOwnerRoute['ownerOf']>>

function addContact(kind: ContactKind, { context, owner }: FoundOwner, body: Values) {
  return saveWithoutLoss(context, kind.resource, body, {}, async () => {
    refuseOtherOwner(owner, body)
    return contactOperations(kind).create(context, { ...body, ...owner })
  })
}

type ContactInReach = Awaited<ReturnType<typeof contactWithin>>

function changeContact(kind: ContactKind, { context, id, record }: ContactInReach, body: Values) {
  const read = async () => record
  return saveWithoutLoss(context, kind.resource, body, { read }, async () => {
    await refuseStale(context, kind.resource, id, body)
    return contactOperations(kind).update(context, id, body)
  })
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
