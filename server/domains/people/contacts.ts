import { sql } from 'kysely'
import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import { countryName, countryOfId, countryOfIso } from '#core/platform/countries.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { formatPhone, parsePhone } from '#core/platform/phone.ts'
import type { Resource } from '#core/resources/definition.ts'
import { OBJECT_REFS, type ObjectRef } from '#core/resources/objects.ts'
import { requireConfirmedIfOwn } from '#server/domains/access/password/confirmPassword.ts'
import { notifySignInChange } from '#server/domains/access/signIn/notifySignInChange.ts'
import type { Context } from '#server/platform/context.ts'
import { permitAction } from '#server/platform/http/http.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { createMany, createOneByOne } from '#server/resources/changes/createMany.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { kindOfObjectRef } from '#server/resources/rights/visible.ts'
import { lockRecord, requireVisible, rowsOf } from '#server/resources/rows.ts'

/** The record that a contact or a note belongs to. */
export interface Owner {
  object_ref: ObjectRef
  object_id: number
}

type Values = Readonly<Record<string, any>> & Readonly<Partial<Record<ContactField, any>>>
/** Fields of phones, e-mails and addresses that rules read. */
type ContactField =
  | 'object_ref'
  | 'object_id'
  | 'prime'
  | 'email_address'
  | 'country_id'
  | 'zip_code'
  | 'zip_code_ext'
  | 'state'
  | 'address1'
  | 'address2'
  | 'city'

export interface ContactKind<R extends Resource = Resource> {
  resource: R
  /** Derives values from the written ones: links, the readable form. */
  derive: (values: Values) => object
}

type ContactOperations<R extends Resource> = Pick<Operations<R>, 'create' | 'createMany' | 'update'>

export const phones: ContactKind<typeof entity_phones> = { resource: entity_phones, derive: derivePhone }
export const emails: ContactKind<typeof entity_emails> = {
  resource: entity_emails,
  derive: ({ email_address }) => ({ email_link: `mailto:${email_address}` }),
}
export const addresses: ContactKind<typeof entity_addresses> = {
  resource: entity_addresses,
  derive: deriveAddress,
}

/**
 * Locks the owner until the end of the transaction, so that concurrent writers of its contacts are serialized.
 * @throws Refusal 405 if the actor may not change the owner, 404 if they cannot see it.
 */
export async function lockOwner(context: Context, { object_ref, object_id }: Owner): Promise<void> {
  const kind = kindOfObjectRef(object_ref)
  if (!kind) throw notFound('object_ref')
  permitAction(context.actor, kind.module, 'update', kind.loginTypes)
  await requireVisible(context, kind, object_id, 'object_id')
  await lockRecord(context, kind, object_id)
}

/** Refuses to move a contact or a note to another record. */
export function refuseOtherOwner(current: Owner, changes: Values): void {
  const moved = (['object_ref', 'object_id'] as const).filter(
    (name) => changes[name] !== undefined && changes[name] !== current[name],
  )
  if (moved.length > 0) throw invalid(moved.map((field) => ({ field, rule: 'owner_fixed' })))
}

/** Creating and changing contacts: an owner's first contact becomes primary automatically, and a new primary contact replaces it. */
export function contactOperations<R extends Resource>(kind: ContactKind<R>): ContactOperations<R>
export function contactOperations(kind: ContactKind): ContactOperations<Resource> {
  return {
    create: (context, body) => createContact(context, kind, body),
    createMany: (context, bodies) => createContacts(context, kind, bodies),
    update: (context, id, body) => updateContact(context, kind, id, body),
  }
}

async function createContact(context: Context, { resource, derive }: ContactKind, body: Values) {
  const values: Values = acceptContact(context, resource, body)
  const owner = ownerIn(values)
  await lockOwner(context, owner)
  if (isEmail(resource)) await requireConfirmedOwner(context, owner)
  const others = await contactsOf(context, resource, owner)
  const prime = others.length === 0 ? 1 : values.prime
  if (prime === 1) await demote(context, resource, others)
  const created = await insertRecord(context, resource, { ...values, ...derive(values), prime })
  await renewMainContacts(context, owner)
  if (isEmail(resource)) await notifyUserOf(context, owner, others)
  return created
}

async function createContacts(context: Context, kind: ContactKind, bodies: readonly Values[]) {
  const { resource, derive } = kind
  const [ref, ...others] = new Set(bodies.map(({ object_ref }) => object_ref))
  const isAlike = others.length === 0 && !bodies.some((body) => 'prime' in body)
  // One after the other: a user's contacts affect their sign-in, and a new primary contact replaces another.
  if (!isAlike || !isOneOf(OBJECT_REFS, ref) || !(await haveNoUsers(context, ref, bodies)))
    return createOneByOne(context, resource, bodies, (own, body) => createContact(own, kind, body))
  const { there, withContacts } = await holdOwners(context, resource, ref, idsIn(bodies))
  const accept = (body: Values) => {
    const values: Values = acceptContact(context, resource, body)
    const owner = values.object_id
    if (!there.has(owner)) throw notFound('object_id')
    const prime = withContacts.has(owner) ? 0 : 1
    withContacts.add(owner)
    return { ...values, ...derive(values), prime }
  }
  if (ref === 'company') return createMany(context, resource, bodies, accept)
  return createMany(context, resource, bodies, accept, {
    after: (own, created) => renewContactsOfPeople(own, idsIn(created.map(({ values }) => values))),
  })
}

async function updateContact(context: Context, { resource, derive }: ContactKind, id: number, body: Values) {
  const current = await holdRecord(context, resource, id)
  await lockOwner(context, current)
  const changes: Values = acceptChanges(context, resource, body, current)
  refuseOtherOwner(current, changes)
  if (isEmail(resource) && NOTIFIED_FIELDS.some((name) => isOther(current, changes, name)))
    await requireConfirmedOwner(context, current)
  if (changes.prime === 0 && current.prime === 1) throw invalid([{ field: 'prime', rule: 'prime_needed' }])
  const before = await contactsOf(context, resource, current)
  if (changes.prime === 1 && current.prime === 0) await demote(context, resource, before)
  const changed = await updateRecord(context, resource, id, {
    ...changes,
    ...derive({ ...current, ...changes }),
  })
  await renewMainContacts(context, current)
  const isNotified = NOTIFIED_FIELDS.some((name) => isOther(current, changed, name))
  if (isEmail(resource) && isNotified) await notifyUserOf(context, current, before)
  return changed
}

/** A contact as written; either field gives the country of a phone. */
function acceptContact(context: Context, resource: Resource, body: Values): Values {
  const { country_id }: Values = body
  const iso2 = 'country_iso_2' in body ? undefined : countryOfId(Number(country_id))?.country_iso_2
  const isPhone = resource === entity_phones
  return acceptNew(context, resource, iso2 && isPhone ? { ...body, country_iso_2: iso2 } : body)
}

/** The owners of contacts, in the order in which they are locked. */
function idsIn(bodies: readonly Values[]): number[] {
  const ids = new Set(bodies.map((body) => Number(body.object_id)))
  return [...ids].sort((one, other) => one - other)
}

/** Whether the owners of contacts are companies, or people without users. */
async function haveNoUsers({ db }: Context, ref: unknown, bodies: readonly Values[]): Promise<boolean> {
  if (ref !== 'person') return ref === 'company'
  const people = idsIn(bodies)
  const { rows } = await sql`select from users where people_id = any(${people}::int8[]) limit 1`.execute(db)
  return rows.length === 0
}

/** Locks the owners of contacts, and returns the owners that already have contacts. @throws Refusal 405 */
async function holdOwners(context: Context, resource: Resource, ref: ObjectRef, ids: readonly number[]) {
  const kind = kindOfObjectRef(ref)
  if (!kind) throw notFound()
  permitAction(context.actor, kind.module, 'update', kind.loginTypes)
  const id = sql.ref(`${kind.name}.${kind.id}`)
  const rows = await rowsOf(context, kind)
    .where(sql<boolean>`${id} = any(${ids}::int8[])`)
    .select(sql<number>`${id}`.as('id'))
    .orderBy(id)
    .forNoKeyUpdate()
    .execute()
  const some = await rowsOf(context, resource)
    .where(sql.ref(`${resource.name}.object_ref`), '=', ref)
    .where(sql<boolean>`${sql.ref(`${resource.name}.object_id`)} = any(${ids}::int8[])`)
    .select(sql<number>`${sql.ref(`${resource.name}.object_id`)}`.as('owner'))
    .execute()
  return {
    there: new Set(rows.map(({ id: owner }) => Number(owner))),
    withContacts: new Set(some.map(({ owner }) => Number(owner))),
  }
}

/**
 * Deletes a contact. The primary one of several is replaced by `successor`.
 * @returns the owner's remaining contacts, the primary first.
 * @throws Refusal 422 without a successor that belongs to the same owner.
 */
export async function removeContact(
  context: Context,
  { resource }: ContactKind,
  id: number,
  successor: number | undefined,
): Promise<Values[]> {
  const current = await holdRecord(context, resource, id)
  await lockOwner(context, current)
  if (isEmail(resource)) await requireConfirmedOwner(context, current)
  const before = await contactsOf(context, resource, current)
  const others = before.filter((item) => item[resource.id] !== id)
  const field = `new_prime_${resource.id}`
  const mustName = current.prime === 1 && others.length > 0
  if (mustName && successor === undefined) throw invalid([{ field, rule: 'new_prime' }])
  if (successor !== undefined && !others.some((other) => other[resource.id] === successor))
    throw invalid([{ field, rule: 'not_found' }])
  await removeRecord(context, resource, id)
  if (successor !== undefined && current.prime === 1)
    await updateRecord(context, resource, successor, { prime: 1 })
  await renewMainContacts(context, current)
  if (isEmail(resource)) await notifyUserOf(context, current, before)
  return contactsOf(context, resource, current)
}

async function holdRecord(context: Context, resource: Resource, id: number): Promise<Values & Owner> {
  const record: Values = await lockRecord(context, resource, id)
  return { ...record, ...ownerIn(record) }
}

function ownerIn({ object_ref, object_id }: Values): Owner {
  return { object_ref: findOrThrow(OBJECT_REFS, (ref) => ref === object_ref), object_id: Number(object_id) }
}

/** The contacts of an owner that the caller has locked, as far as the actor may see them. */
async function contactsOf(context: Context, resource: Resource, owner: Owner): Promise<Values[]> {
  const { name, id } = resource
  return rowsOf(context, resource)
    .selectAll(name)
    .where(sql.ref(`${name}.object_ref`), '=', owner.object_ref)
    .where(sql.ref(`${name}.object_id`), '=', owner.object_id)
    .orderBy(sql.ref(`${name}.prime`), 'desc')
    .orderBy(sql.ref(`${name}.${id}`))
    .execute()
}

async function demote(context: Context, resource: Resource, others: readonly Values[]): Promise<void> {
  for (const other of others.filter(({ prime }) => prime === 1)) {
    await updateRecord(context, resource, other[resource.id], { prime: 0 })
  }
}

/** Updates a person's main phone and e-mail. */
async function renewMainContacts(context: Context, { object_ref, object_id }: Owner): Promise<void> {
  if (object_ref === 'person') await renewContactsOfPeople(context, [object_id])
}

async function renewContactsOfPeople({ db }: Context, people: readonly number[]): Promise<void> {
  await sql`update people p set
      entity_phones_id = (select entity_phones_id from entity_phones
        where object_ref = 'person' and object_id = p.people_id and prime = 1),
      entity_emails_id = (select entity_emails_id from entity_emails
        where object_ref = 'person' and object_id = p.people_id and prime = 1)
    where people_id = any(${people}::int8[])`.execute(db)
}

const isEmail = (resource: Resource) => resource === entity_emails

/** Fields of e-mails whose change a user is notified of. */
const NOTIFIED_FIELDS = ['email_address', 'prime', 'notify'] as const

const isOther = (current: Values, changes: Values, name: string) =>
  changes[name] !== undefined && changes[name] !== current[name]

/** Users change their own mail addresses with their password only. @throws Refusal 422 (`current_password`), 405 */
async function requireConfirmedOwner(context: Context, { object_ref, object_id }: Owner): Promise<void> {
  if (object_ref !== 'person') return
  const rows = await context.db
    .selectFrom('users')
    .select('user_id')
    .where('people_id', '=', object_id)
    .execute()
  for (const { user_id } of rows) requireConfirmedIfOwn(context, user_id)
}

/** Notifies a user that their addresses changed, also at the previous address: they may not have made the change. */
async function notifyUserOf(
  context: Context,
  { object_ref, object_id }: Owner,
  before: readonly Values[],
): Promise<void> {
  if (object_ref !== 'person') return
  const rows = await context.db
    .selectFrom('users')
    .select('user_id')
    .where('people_id', '=', object_id)
    .execute()
  const writtenTo = before.find(({ prime }) => prime === 1)?.email_address ?? null
  for (const { user_id } of rows) await notifySignInChange(context, user_id, 'email', { writtenTo })
}

function derivePhone({ phone_number, phone_extension, country_iso_2 }: Values): object {
  const phone = parsePhone(phone_number, country_iso_2)
  const country = countryOfIso(country_iso_2)
  if (!phone || !country) throw invalid([{ field: 'phone_number', rule: 'phone' }])
  const extension = phone_extension ? `,${String(phone_extension).replace(/\D/g, '')}` : ''
  return {
    phone_number: phone.number,
    phone_number_formatted: formatPhone(phone),
    country_id: country.country_id,
    country_iso_3: country.country_iso_3,
    call_link: `tel:${phone.number}${extension}`,
    sms_link: `sms:${phone.number}`,
  }
}

function deriveAddress(values: Values): object {
  const country = countryOfId(values.country_id)
  if (!country) throw invalid([{ field: 'country_id', rule: 'choice' }])
  const country_name = countryName(country, 'en')
  const zip = [values.zip_code, values.zip_code_ext].filter(Boolean).join('-')
  const region = [values.state, zip].filter(Boolean).join(' ')
  const parts = [values.address1, values.address2, values.city, region, country_name]
  const line = parts.filter(Boolean).join(', ')
  return {
    country_name,
    full_single_line_address: line,
    maps_link: `https://www.openstreetmap.org/search?query=${encodeURIComponent(line)}`,
  }
}

/** Whether a contact or a note belongs to that record. */
export function belongsTo(record: Values, { object_ref, object_id }: Owner): boolean {
  return record.object_ref === object_ref && record.object_id === object_id
}
