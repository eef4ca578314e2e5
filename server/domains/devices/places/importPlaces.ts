import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { customers } from '#core/domains/companies/customers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { hasTank } from '#core/domains/devices/joinPlaceRows.ts'
import { PLACE_FIELDS, PLACE_PARTS, PLACE_TANK_FIELDS, type PlacePart } from '#core/domains/devices/places.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { Issue } from '#core/platform/issue.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'
import { reaching } from '#server/domains/companies/companyOperations.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/refusal.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import type { FindReference, MakeRow, RowOutcome } from '#server/resources/imports/importedRow.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { makeCustomer, makeDevice, makeSite, makeTank } from './setUpPlace.ts'

/** The fields of each part of a row. */
type Parts = Readonly<{
  [part in keyof typeof FIELDS]: { readonly [field in (typeof FIELDS)[part][number]]?: unknown }
}>
const FIELDS = { ...PLACE_FIELDS, tank: PLACE_TANK_FIELDS }

/** The column of a field that is set from an earlier part. */
const COLUMN_OF_LINK: Readonly<Record<string, string>> = {
  company_id: 'customer.company',
  site_id: 'site.name',
  device_id: 'device.public_id',
}

/**
 * Creates the missing parts of a row of a file of places: customer, site, device and tank. Existing records
 * are used and stay unchanged.
 * @throws Refusal as the creations do, its fields named by the columns
 */
export const makePlaceOfRow: MakeRow = async (context, body, findReference) => {
  const outcome: RowOutcome = { made: [], found: [], keys: [] }
  const parts = partsOf(body)
  try {
    const company_id = await customerOf(context, parts, findReference, outcome)
    const within = reaching(context, company_id)
    const site_id = await siteOf(within, parts, company_id, outcome)
    const device_id = await deviceOf(within, parts, { company_id, site_id }, outcome)
    if (hasTank(body)) await tankOf(within, parts, { company_id, device_id }, findReference, outcome)
  } catch (error) {
    const refusal = refusalOfError(error)
    const { issues = [] } = refusal?.options ?? {}
    if (!refusal || issues.length === 0) throw error
    throw new Refusal(refusal.status, refusal.text, {
      ...refusal.options,
      issues: issues.map((issue) => ({ ...issue, field: COLUMN_OF_LINK[issue.field] ?? issue.field })),
    })
  }
  return outcome
}

function partsOf(body: Readonly<Record<string, unknown>>): Parts {
  const parts: Record<PlacePart, Record<string, unknown>> = { customer: {}, site: {}, device: {}, tank: {} }
  for (const [column, value] of Object.entries(body)) {
    const part = findOrThrow(keysOf(PLACE_PARTS), (key) => column.startsWith(`${key}.`))
    parts[part][column.slice(part.length + 1)] = value
  }
  return parts
}

const issueOf = (field: string, rule: Rule, params?: Issue['params']) =>
  invalid([{ field, rule, ...(params && { params }) }])

/** Records what a row created or found, and its key, which is unique within the file. */
function record(
  { made, found, keys }: RowOutcome,
  kind: string,
  id: number,
  isMade: boolean,
  names: readonly unknown[],
): void {
  if (isMade) made.push({ kind, id, updated_at: '' })
  else found.push({ kind, id })
  keys.push({
    kind,
    key: names
      .map((name) =>
        String(name ?? '')
          .trim()
          .toLowerCase(),
      )
      .join(' · '),
    isMade,
  })
}

/**
 * The customer of the place: the company with that account number; else the company with that name or number, unless it has another account
 * number; else a new customer.
 */
async function customerOf(
  context: Context,
  { customer }: Parts,
  findReference: FindReference,
  outcome: RowOutcome,
): Promise<number> {
  const name = String(customer.company ?? '')
  const account = String(customer.account_number ?? '')
  if (name === '' && account === '') throw issueOf('customer.company', 'required')
  const known =
    (account !== '' && (await companyOfAccount(context, account, name))) ||
    (name !== '' && (await companyOfName(context, name, account, findReference)))
  if (known) {
    record(outcome, customers.name, known, false, [account || name])
    return known
  }
  const id = await makeCustomer(context, customer)
  record(outcome, customers.name, id, true, [account || name])
  return id
}

async function companyOfAccount(context: Context, account: string, name: string): Promise<number | null> {
  const rows = await rowsOf(context, companies)
    .where(sql<boolean>`lower(companies.account_number) = lower(${account}) and companies.status = 1`)
    .select(['companies.company_id as id', 'companies.company as company'])
    .limit(2)
    .execute()
  if (rows.length > 1) throw issueOf('customer.account_number', 'ambiguous')
  const [row] = rows
  if (!row) return null
  const { id, company } = row
  const isThat = [String(company).toLowerCase(), String(id), ''].includes(name.toLowerCase())
  if (!isThat) throw issueOf('customer.account_number', 'account_of_other', { name: String(company) })
  return Number(id)
}

async function companyOfName(
  context: Context,
  name: string,
  account: string,
  findReference: FindReference,
): Promise<number | null> {
  if (account !== '') {
    // An unused number belongs to the company of that name without a number, or to a new one.
    const rows = await rowsOf(context, companies)
      .where(
        sql<boolean>`lower(companies.company) = lower(${name}) and coalesce(companies.account_number, '') = ''`,
      )
      .select('companies.company_id as id')
      .limit(2)
      .execute()
    if (rows.length > 1) throw issueOf('customer.company', 'ambiguous')
    const [id] = rows.map(numberOfRow)
    return id ?? null
  }
  const found = await findReference('customer.company', companies.name, name)
  if (typeof found === 'number') return found
  // A number names an existing record, or nothing.
  if (found.rule !== 'not_found' || /^\d+$/.test(name)) throw invalid([found])
  return null
}

/** The site of the place: the customer's site of that name, or a new one; without one in the row the device is its own place. */
async function siteOf(
  context: Context,
  { customer, site }: Parts,
  company_id: number,
  outcome: RowOutcome,
): Promise<number | null> {
  if (Object.keys(site).length === 0) return null
  const rows = await rowsOf(context, sites)
    .where('sites.company_id', '=', company_id)
    .where(sql<boolean>`lower(sites.name) = lower(${String(site.name ?? '')}) and sites.status = 1`)
    .select('sites.site_id as id')
    .limit(2)
    .execute()
  if (rows.length > 1) throw issueOf('site.name', 'ambiguous')
  const names = [customer.account_number || customer.company, site.name]
  const [known] = rows.map(numberOfRow)
  if (known !== undefined) {
    record(outcome, sites.name, known, false, names)
    return known
  }
  const id = await makeSite(context, { ...site, company_id })
  record(outcome, sites.name, id, true, names)
  return id
}

const numberOfRow = ({ id }: Readonly<Record<string, unknown>>) => Number(id)

type CompanyAndSite = { company_id: number; site_id: number | null }

/** The device with that code, if it is the customer's and at that site, or a new one. */
async function deviceOf(
  context: Context,
  { device, site }: Parts,
  { company_id, site_id }: CompanyAndSite,
  outcome: RowOutcome,
): Promise<number | null> {
  if (Object.keys(device).length === 0) return null
  const known = await rowsOf(context, devices)
    .where(sql<boolean>`lower(devices.public_id) = lower(${String(device.public_id ?? '')})`)
    .select(['devices.device_id as id', 'devices.company_id as owner', 'devices.site_id as at_site'])
    .executeTakeFirst()
  if (known) {
    const { owner, at_site } = known
    const id = numberOfRow(known)
    if (Number(owner) !== company_id) throw issueOf('device.public_id', 'other_company')
    const isThere = at_site === null ? site_id === null : Number(at_site) === site_id
    if (Object.keys(site).length > 0 && !isThere) throw issueOf('site.name', 'stands_elsewhere')
    record(outcome, devices.name, id, false, [device.public_id])
    return id
  }
  const id = await makeDevice(context, { ...device, company_id, site_id })
  record(outcome, devices.name, id, true, [device.public_id])
  return id
}

/** The tank at that port of the device, or a new one. */
async function tankOf(
  context: Context,
  { device, tank }: Parts,
  { company_id, device_id }: { company_id: number; device_id: number | null },
  findReference: FindReference,
  outcome: RowOutcome,
): Promise<void> {
  if (device_id === null) throw issueOf('device.public_id', 'required')
  const names = [device.public_id, tank.port_number ?? 1]
  const known = await rowsOf(context, device_ports)
    .where('device_ports.device_id', '=', device_id)
    .where('device_ports.port_number', '=', Number(tank.port_number ?? 1))
    .select('device_ports.device_ports_id as id')
    .executeTakeFirst()
  if (known) {
    record(outcome, device_ports.name, numberOfRow(known), false, names)
    return
  }
  const { product_id, ...rest } = tank
  const product =
    product_id === undefined
      ? {}
      : { product_id: await productOf(context, company_id, product_id, findReference) }
  const id = await makeTank(context, { ...withNoOtherSides(rest), ...product, device_id })
  record(outcome, device_ports.name, id, true, names)
}

/** The product in the tank, by its name: preferably of the customer or a company above it. */
async function productOf(
  context: Context,
  company_id: number,
  named: unknown,
  findReference: FindReference,
): Promise<number> {
  const rows = await rowsOf(context, tank_products)
    .where(
      sql<boolean>`lower(tank_products.product_name) = lower(${String(named)})
        and is_at_or_above(tank_products.company_id, ${company_id})`,
    )
    .select('tank_products.product_id as id')
    .limit(2)
    .execute()
  if (rows.length > 1) throw issueOf('tank.product_id', 'ambiguous')
  const [id] = rows.map(numberOfRow)
  if (id !== undefined) return id
  const found = await findReference('tank.product_id', tank_products.name, String(named))
  if (typeof found !== 'number') throw invalid([found])
  return found
}

const SIDES = ['diameter', 'width', 'length']

/** A tank without a type has only a height; the other sides do not matter. */
function withNoOtherSides(tank: Parts['tank']): Readonly<Record<string, unknown>> {
  if (tank.tank_type_id != null || tank.template != null) return tank
  const system = tank.def_us_gallons != null || tank.imperial_height != null ? 'imperial' : 'metric'
  return { ...Object.fromEntries(SIDES.map((side) => [`${system}_${side}`, '0'])), ...tank }
}
