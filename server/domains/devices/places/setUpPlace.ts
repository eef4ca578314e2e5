import { sql } from 'kysely'
import { customers } from '#core/domains/companies/customers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import type { setUpPlace as definition } from '#core/domains/devices/calls.ts'
import { tankSizeFields } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import {
  PLACE_CONTACTS,
  PLACE_LINKS,
  PLACE_PARTS,
  type PlaceContact,
  type PlacePart,
} from '#core/domains/devices/places.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { companyOperations, reaching } from '#server/domains/companies/companyOperations.ts'
import { siteOperations } from '#server/domains/companies/saveSite.ts'
import { addresses, contactOperations, emails, phones } from '#server/domains/people/contacts.ts'
import { accountOf, type Context } from '#server/platform/context.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { saveWithoutLoss } from '#server/resources/changes/unknownFields.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { oneOfMany } from '#server/resources/lists/oneOfMany.ts'
import { permitOn } from '#server/resources/rights/permitOn.ts'
import { rowsOf, selectableRowsOf } from '#server/resources/rows.ts'
import { createDevice } from '../saveDevice.ts'
import { createPort } from '../savePort.ts'

type GivenPlace = ReceivedBy<typeof definition>['body']
type CreatedPlace = ResponseOf<typeof definition>['place']
type Part = PlacePart | PlaceContact

/** Id of no device, to validate the tank although its device was refused. */
const NO_DEVICE = Number.MAX_SAFE_INTEGER

/** Customer and site are each either existing or new. */
function issuesOfParts({ company_id, customer, site_id, site }: GivenPlace): Issue[] {
  return [
    ...issueIf(company_id === undefined && !customer, { field: 'customer', rule: 'required' }),
    ...issueIf(company_id !== undefined && customer, { field: 'company_id', rule: 'one_of_both' }),
    ...issueIf(site_id !== undefined && site, { field: 'site_id', rule: 'one_of_both' }),
  ]
}

/**
 * Sets up a place: customer and site, if new, with a device and its tank. Each part is created in the standard way and requires the same
 * right.
 * @throws Refusal with the errors of all parts, the fields named by them: `site.name`; 405 if one of them may not be created.
 */
export async function setUpPlace(context: Context, input: GivenPlace): Promise<CreatedPlace> {
  const { company_id: known, customer, phone, email, site_id, site, device, tank } = input
  const refused = issuesOfParts(input)
  const attempt = async (make: () => Promise<number>): Promise<number | undefined> => {
    const outcome = await oneOfMany(context, make)
    if (!(outcome instanceof Refusal)) return outcome
    const { issues = [] } = outcome.options
    if (issues.length === 0) throw outcome
    refused.push(...issues)
    return undefined
  }
  const created = known ?? (customer && (await attempt(() => makeCustomer(context, customer))))
  // The customer is unknown: the writer's own company is used instead, so that the other parts are validated anyway.
  const company_id = created ?? accountOf(context).company_id
  // A new company is within the writer's reach from now on.
  const within = known === undefined ? reaching(context, company_id) : context
  const reached = known === undefined ? asMaker(within) : within
  if (phone) await attempt(() => makeContact(reached, 'phone', phone, company_id))
  if (email) await attempt(() => makeContact(reached, 'email', email, company_id))
  const at_site = site ? await attempt(() => makeSite(within, { ...site, company_id })) : site_id
  const device_id = await attempt(() =>
    makeDevice(within, { ...device, company_id, site_id: at_site ?? null }),
  )
  const device_ports_id = await attempt(() =>
    makeTank(within, { ...tank, device_id: device_id ?? NO_DEVICE }),
  )
  refuseTogether(
    refused.filter(
      ({ field, rule }) =>
        field !== 'device_id' &&
        field !== 'object_id' &&
        !(created === undefined && (field === 'company_id' || rule === 'other_company')),
    ),
  )
  if (device_id === undefined || device_ports_id === undefined)
    throw new TypeError('part of a place refused without an issue')
  return { company_id, site_id: at_site ?? null, device_id, device_ports_id }
}

/** @throws Refusal 404 if all errors are missing records, else 422. */
function refuseTogether(issues: readonly Issue[]): void {
  const each = [...new Map(issues.map((issue) => [`${issue.field} ${issue.rule}`, issue])).values()]
  if (each.length > 0 && each.every(({ rule }) => rule === 'not_found'))
    throw notFound(...each.map(({ field }) => field))
  refuseIssues(each)
}

/** A user who may create a customer may set its contacts, even if they may not change companies afterwards. */
function asMaker(context: Context): Context {
  const { actor } = context
  return { ...context, actor: { ...actor, permissions: new Set([...actor.permissions, 'companies.update']) } }
}

const CONTACTS = {
  phone: { operations: contactOperations(phones), standard: { phone_type: 'work' } },
  email: { operations: contactOperations(emails), standard: { email_type: 'work' } },
} as const

/** Adds a phone or an e-mail to the customer of a place. */
async function makeContact(
  context: Context,
  part: PlaceContact,
  input: Values,
  company_id: number,
): Promise<number> {
  const { operations, standard } = CONTACTS[part]
  const owner = { object_ref: 'company', object_id: company_id }
  const make = (): Promise<Values> => operations.create(context, { ...standard, ...input, ...owner })
  const created = await ofPart(context, part, input, make)
  return Number(created[PLACE_CONTACTS[part].id])
}

/** Creates the device of a place. */
export async function makeDevice(
  context: Context,
  device: Readonly<Record<string, unknown>> & { site_id: number | null },
): Promise<number> {
  const created = await ofPart(context, 'device', device, async () => {
    permitOn(context, devices, 'create')
    return createDevice(context, { ...(await positionOf(context, device.site_id)), ...device })
  })
  return created.device_id
}

/** A device without a position is at the position of its site. */
async function positionOf(context: Context, site_id: number | null): Promise<object> {
  if (site_id === null) return {}
  const site = await rowsOf(context, sites)
    .where('site_id', '=', site_id)
    .select(['latitude', 'longitude'])
    .executeTakeFirst()
  return site ?? {}
}

/** Creates the customer of a place. */
export async function makeCustomer(context: Context, customer: Values): Promise<number> {
  const { create } = companyOperations(customers)
  const created = await ofPart(context, 'customer', customer, async () => {
    permitOn(context, customers, 'create')
    return create(context, customer)
  })
  return created.company_id
}

/** Creates the site of a place. A company without an address gets the site's for its bills. */
export async function makeSite(context: Context, site: Values & { company_id: number }): Promise<number> {
  const { create } = siteOperations(context.encryptor)
  const created = await ofPart(context, 'site', site, async () => {
    permitOn(context, sites, 'create')
    return create(context, site)
  })
  await makeBillingAddress(context, created)
  return created.site_id
}

async function makeBillingAddress(context: Context, site: RecordOf<typeof sites>): Promise<void> {
  const { company_id, address1, address2, city, state, zip_code, country_id } = site
  if (!address1 || !city || !state || !zip_code) return
  const owner = { object_ref: 'company', object_id: company_id }
  const known = await sql`select from entity_addresses
    where object_ref = ${owner.object_ref} and object_id = ${company_id} limit 1`.execute(context.db)
  if (known.rows.length > 0) return
  const address = { address_type: 'billing', address1, address2, city, state, zip_code, country_id }
  await contactOperations(addresses).create(asMaker(context), { ...address, ...owner })
}

/** Adds a tank to a device, with the size of its template by default. */
export async function makeTank(context: Context, tank: Readonly<Record<string, unknown>>): Promise<number> {
  const created = await ofPart(context, 'tank', tank, async () => {
    // A port is a change of its device.
    permitOn(context, devices, 'update')
    return createPort(context, { port_number: 1, ...(await withSizeOfTemplate(context, tank)) })
  })
  return created.device_ports_id
}

/** Creates a part; a refusal names the part. */
async function ofPart<T extends Values>(
  context: Context,
  part: Part,
  body: Values,
  make: () => Promise<T>,
): Promise<T> {
  const links = PLACE_LINKS[part]
  try {
    const own = Object.fromEntries(Object.entries(body).filter(([name]) => !links.includes(name)))
    return await saveWithoutLoss(context, { ...PLACE_PARTS, ...PLACE_CONTACTS }[part], own, {}, make)
  } catch (error) {
    const refusal = refusalOfError(error)
    const { issues = [] } = refusal?.options ?? {}
    if (!refusal || issues.length === 0) throw error
    throw new Refusal(refusal.status, refusal.text, {
      ...refusal.options,
      issues: issues.map((issue) => ({ ...issue, field: fieldOfPlace(part, issue.field) })),
    })
  }
}

/** The path of a part's field in the input: owner and location are stated outside the parts. */
function fieldOfPlace(part: Part, field: string): string {
  return PLACE_LINKS[part].includes(field) ? field : `${part}.${field}`
}

const SIZES = Object.keys(tankSizeFields).filter((name) => name !== 'capacity_confirmed')

/** Adds the size of a maker's spec to a new tank that names one and states no size. */
async function withSizeOfTemplate(
  context: Context,
  tank: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { template, tank_type_id } = tank
  const hasSize = tank_type_id != null || SIZES.some((name) => tank[name] != null)
  if (typeof template !== 'number' || hasSize) return tank
  const spec = await selectableRowsOf(context, tank_specs)
    .where('tank_spec_id', '=', template)
    .select(['tank_type_id', ...SIZES])
    .executeTakeFirst()
  return spec ? { ...tank, ...spec } : tank
}
