import { addressNames, type SavedAddress, withSide, zipIssues } from '#core/domains/people/addressSnapshot.ts'
import type { Values } from '#core/platform/values.ts'
import { readSiteAddress } from '#server/domains/companies/siteAddress.ts'
import { savedAddresses } from '#server/domains/people/savedAddresses.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import type { Document } from './readDocument.ts'

const SIDES = [
  ['ship', 'shipping_address_id', 'shipping'],
  ['bill', 'billing_address_id', 'billing'],
] as const

/**
 * The text of the saved addresses that a document names, or of its site if it names none. An address text that was sent takes precedence.
 * A saved address belongs to the company or the device of the document.
 * @throws Refusal 422 for an address that belongs to neither.
 */
export async function snapshotAddresses(
  context: Context,
  document: Pick<Document, 'company_id' | 'device_id'>,
  changes: Values,
): Promise<Values> {
  const snapshot: Record<string, unknown> = {}
  for (const [side, field, wanted] of SIDES) {
    if (changes[field] == null) continue
    const found = await findAddress(context, document, wanted, Number(changes[field]))
    if (!found) throw invalid([{ field, rule: 'not_found' }])
    if (addressNames(side).some((name) => changes[name] != null)) continue
    Object.assign(snapshot, withSide(side, found))
  }
  const isPlaced =
    changes.shipping_address_id != null || addressNames('ship').some((name) => changes[name] != null)
  if (changes.site_id != null && !isPlaced) {
    const address = await readSiteAddress(context, Number(changes.site_id))
    if (address) Object.assign(snapshot, { shipping_address_id: null, ...withSide('ship', address) })
  }
  return snapshot
}

async function findAddress(
  context: Context,
  { company_id, device_id }: Pick<Document, 'company_id' | 'device_id'>,
  kind: 'billing' | 'shipping',
  id: number,
): Promise<SavedAddress | undefined> {
  const owners = [
    { object_ref: 'device', object_id: device_id } as const,
    ...(company_id === null ? [] : [{ object_ref: 'company', object_id: company_id } as const]),
  ]
  const saved = await savedAddresses(context, owners, kind)
  return saved.find(({ entity_addresses_id }) => entity_addresses_id === id)
}

/** Fields with a stored ZIP code that is invalid in its country, mapped to `value`: a copied address is not checked again. */
export function oldZips<V>(stored: Readonly<Record<string, unknown>>, value: V): Record<string, V> {
  return Object.fromEntries(
    (['ship', 'bill'] as const).flatMap((side) =>
      zipIssues(stored, side).map(({ field }): [string, V] => [field, value]),
    ),
  )
}

/** Values to save without unchanged invalid ZIP codes, which stay as stored. */
export function withoutOldZips(
  body: Values,
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const old = oldZips(stored, null)
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !(name in old) || value !== stored[name]),
  )
}

/** An order that goes to another site drops its previous address; otherwise it keeps its own. */
export function withoutOldPlace(current: Values, changes: Values): Values {
  const { site_id, ...rest } = changes
  if (site_id === undefined || site_id === current.site_id) return rest
  const isOld = ([name, value]: [string, unknown]) =>
    /^ship(_|ping_address)/.test(name) && value === current[name]
  return { site_id, ...Object.fromEntries(Object.entries(rest).filter((item) => !isOld(item))) }
}
