import { customers } from '#core/domains/companies/customers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import type { setUpPlace as definition } from '#core/domains/devices/calls.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { PLACE_LINKS, PLACE_PARTS, type PlacePart } from '#core/domains/devices/places.ts'
import type { AnswerOf, ReceivedBy } from '#core/platform/defineCall.ts'
import { issueIf } from '#core/platform/issue.ts'
import { companyOperations, reaching } from '#server/domains/companies/companyOperations.ts'
import { siteOperations } from '#server/domains/companies/saveSite.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refusalOfError } from '#server/resources/answers.ts'
import { permitOn } from '#server/resources/permitOn.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { saveWithoutLoss } from '#server/resources/unknownFields.ts'
import { refuseIssues } from '#server/resources/validate.ts'
import { createDevice } from './saveDevice.ts'
import { createPort } from './savePort.ts'
import { withSizeOfTemplate } from './withSizeOfTemplate.ts'

type GivenPlace = ReceivedBy<typeof definition>['body']
type MadePlace = AnswerOf<typeof definition>['place']

/**
 * Makes a place that is looked after: customer and site, where they are new, with a device and its tank. Each part is made
 * by the same creation as everywhere and asks for the same right.
 * @throws Refusal as those do, their fields named by the part: `site.name`.
 */
export async function setUpPlace(context: Context, given: GivenPlace): Promise<MadePlace> {
  const { company_id: known, customer, site_id, site, device, tank } = given
  refuseIssues([
    ...issueIf(known === undefined && !customer, { field: 'customer', rule: 'required' }),
    ...issueIf(known !== undefined && customer, { field: 'company_id', rule: 'one_of_both' }),
    ...issueIf(site_id !== undefined && site, { field: 'site_id', rule: 'one_of_both' }),
  ])
  const company_id = known ?? (await makeCustomer(context, customer!))
  // The new company lies within the writer's reach from now on.
  const within = known === undefined ? reaching(context, company_id) : context
  const stands = site ? await makeSite(within, { ...site, company_id }) : (site_id ?? null)
  const device_id = await makeDevice(within, { ...device, company_id, site_id: stands })
  const device_ports_id = await makeTank(within, { ...tank, device_id })
  return { company_id, site_id: stands, device_id, device_ports_id }
}

/** Makes the device of a place. */
export async function makeDevice(
  context: Context,
  device: Readonly<Record<string, unknown>> & { site_id: number | null },
): Promise<number> {
  const made = await ofPart(context, 'device', device, async () => {
    permitOn(context, devices, 'create')
    return createDevice(context, { ...(await positionOf(context, device.site_id)), ...device })
  })
  return made.device_id
}

/** A device that says nothing of its position is where its site is. */
async function positionOf(context: Context, site_id: number | null): Promise<object> {
  if (site_id === null) return {}
  const site = await rowsOf(context, sites)
    .where('site_id', '=', site_id)
    .select(['latitude', 'longitude'])
    .executeTakeFirst()
  return site ?? {}
}

/** Makes the customer of a place. */
export async function makeCustomer(context: Context, customer: object): Promise<number> {
  const { create } = companyOperations(customers)
  const made = await ofPart(context, 'customer', customer, async () => {
    permitOn(context, customers, 'create')
    return create!(context, customer)
  })
  return made.company_id
}

/** Makes the site of a place. */
export async function makeSite(context: Context, site: object): Promise<number> {
  const { create } = siteOperations(context.seal)
  const made = await ofPart(context, 'site', site, async () => {
    permitOn(context, sites, 'create')
    return create!(context, site)
  })
  return made.site_id
}

/** Adds a tank to a device, its size taken from its template where none is told. */
export async function makeTank(context: Context, tank: Readonly<Record<string, unknown>>): Promise<number> {
  const made = await ofPart(context, 'tank', tank, async () => {
    // A port is a change of its device.
    permitOn(context, devices, 'update')
    return createPort(context, { port_number: 1, ...(await withSizeOfTemplate(context, tank)) })
  })
  return made.device_ports_id
}

/** Does what makes a part; what is refused of it names the part. */
async function ofPart<T extends object>(
  context: Context,
  part: PlacePart,
  body: object,
  make: () => Promise<T>,
): Promise<T> {
  const links = PLACE_LINKS[part]
  try {
    const own = Object.fromEntries(Object.entries(body).filter(([name]) => !links.includes(name)))
    return await saveWithoutLoss(context, PLACE_PARTS[part], own, {}, make)
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

/** Where a field of a part stands in what was given: who owns it and where it is are said beside the parts. */
function fieldOfPlace(part: PlacePart, field: string): string {
  return PLACE_LINKS[part].includes(field) ? field : `${part}.${field}`
}
