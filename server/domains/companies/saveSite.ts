import timeZoneAt from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import { withBothSiteFigures } from '#core/domains/companies/siteFigures.ts'
import { SITE_SECRETS, sites } from '#core/domains/companies/sites.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isCustomer } from '#core/platform/loginTypes.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { MASK } from '#core/resources/mask.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { middleOfPostalCode } from '#server/platform/postalCodes.ts'
import { notPermitted, stillReferenced } from '#server/platform/refusal.ts'
import {
  type EncryptedFields,
  insertEncrypted,
  insertManyEncrypted,
  readEncrypted,
  updateEncrypted,
} from '#server/resources/changes/encryptedFields.ts'
import { refuseUnreachable } from '#server/resources/changes/references.ts'
import { acceptChanges, acceptNew, refuseIssues } from '#server/resources/changes/validate.ts'
import { audit } from '#server/resources/history/audit.ts'
import { type Operations, removeRecord } from '#server/resources/operations.ts'
import { lockRecord, requireVisible } from '#server/resources/rows.ts'

type Site = RecordOf<typeof sites>

/** A code is masked completely: it is so short that any part of it would help to guess it. */
const CODES: EncryptedFields<typeof sites> = { resource: sites, names: SITE_SECRETS, mask: () => MASK }

/** Sites store their gate codes encrypted, and the time zone of their position or ZIP code. */
export function siteOperations(
  encryptor: Encryptor,
): Partial<Operations<typeof sites>> & Pick<Operations<typeof sites>, 'create'> {
  const accept = async (context: Context, body: Values, zoneOf: typeof timeZoneOf) => {
    const values = acceptNew(context, sites, bothFigures(body))
    refuseContract(context, values, sites.fields.contract.default)
    return { ...values, time_zone: await zoneOf(context, values) }
  }
  return {
    create: async (context, body) =>
      insertEncrypted(context, encryptor, CODES, await accept(context, body, timeZoneOf)),
    createMany: async (context, bodies) => {
      const zoneOf = rememberedZones()
      return insertManyEncrypted(context, encryptor, CODES, {
        bodies,
        accept: (body) => accept(context, body, zoneOf),
      })
    },
    update: async (context, id, body) => {
      const current = await lockRecord(context, sites, id)
      const changes = acceptChanges(context, sites, bothFigures(body), current)
      refuseContract(context, changes, current.contract)
      await refuseUnreachable(context, sites, changes)
      // Devices, orders and work orders at a site belong to its company, and would all have to move with it.
      const isOther = 'company_id' in changes && changes.company_id !== current.company_id
      refuseIssues(isOther ? [{ field: 'company_id', rule: 'fixed' }] : [])
      if (changes.status === 0 && current.status === 1) await refuseSiteInUse(context, id)
      const time_zone = await timeZoneOf(context, { ...current, ...changes })
      return updateEncrypted(context, encryptor, CODES, { current, input: { ...changes, time_zone } })
    },
    remove: async (context, id) => {
      await lockRecord(context, sites, id)
      await refuseSiteInUse(context, id)
      await removeRecord(context, sites, id)
    },
  }
}

/**
 * The code of a site's gate, for users who deliver or may change the site. Each read is audited.
 * @throws Refusal 405 for others, 404; 409 when its key is not available.
 */
export async function revealGateCode(
  context: Context,
  encryptor: Encryptor,
  id: number,
): Promise<{ gate_code: string | null }> {
  const { permissions } = context.actor
  const [delivers, mayChange] = [
    permissions.has('shipment_planners.update'),
    permissions.has('companies.update'),
  ]
  if (!delivers && !mayChange) throw notPermitted()
  await requireVisible(context, sites, id)
  const { gate_code = null } = await readEncrypted(context, encryptor, CODES, id)
  await audit(context, sites.name, id, 'reveal')
  return { gate_code }
}

function bothFigures(body: Values): Values {
  const { values, issues } = withBothSiteFigures(body)
  refuseIssues(issues)
  return values
}

/** The customer does not decide the contract. @throws Refusal 422 */
function refuseContract({ actor }: Context, { contract }: Values, stored: Site['contract']): void {
  const isOther = contract !== undefined && contract !== stored
  refuseIssues(
    isOther && isCustomer(actor.loginType) ? [{ field: 'contract', rule: 'contract_decided' }] : [],
  )
}

/** The time zone of a site's position, else of its ZIP code, else of the business; also when the database does not know the zone. */
function timeZoneOf(context: Context, position: Values): Promise<string> {
  return knownZone(context, zoneAt(position))
}

/** `timeZoneOf` for many positions: it queries each zone once. */
function rememberedZones(): typeof timeZoneOf {
  const known = new Map<string | null, Promise<string>>()
  return (context, position) => {
    const zone = zoneAt(position)
    const found = known.get(zone) ?? knownZone(context, zone)
    known.set(zone, found)
    return found
  }
}

function zoneAt({ latitude, longitude, ...address }: Values): string | null {
  if (latitude != null && longitude != null) return timeZoneAt(Number(latitude), Number(longitude))
  const middle = middleOfPostalCode(address)
  return middle ? timeZoneAt(middle.latitude, middle.longitude) : null
}

async function knownZone({ db }: Context, zone: string | null): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    select case when is_time_zone(${zone}) then ${zone}::text else business_time_zone() end as time_zone`.execute(
    db,
  )
  return firstOf(rows).time_zone
}

/** Refuses to archive a site with devices in use. @throws Refusal 409 that names them. */
async function refuseSiteInUse({ db }: Context, id: number): Promise<void> {
  const held = await db
    .selectFrom('devices')
    .select('device_id')
    .where('site_id', '=', id)
    .where('status', '<>', 'retired')
    .executeTakeFirst()
  if (held) throw stillReferenced('devices')
}
