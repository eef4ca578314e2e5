import { companies } from '#core/domains/companies/companies.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { readLineTaxes } from '#core/domains/orders/calls.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { WITH_FEES } from '#core/domains/prices/chargeFees.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { siteOfDevice } from '#server/domains/companies/siteAddress.ts'
import type { Context } from '#server/platform/context.ts'
import { readRecord, requireVisible } from '#server/resources/rows.ts'
import { companyOf } from './documentDefaults.ts'
import { readTaxesOf } from './lines/taxLines.ts'
import { findFees, readFees } from './lines/withFees.ts'
import { readDecimalPlaces } from './readDecimalPlaces.ts'
import type { Document } from './readDocument.ts'
import { snapshotAddresses, withoutOldPlace } from './snapshotAddresses.ts'

type Entered = ResponseOf<typeof readLineTaxes>

/** A line in the query: product, unit, the stored line and the quantity. */
function lineIn(line: string) {
  const [product_id, unit_id, detail_id, quantity] = line.split(':')
  return {
    ...{ product_id: Number(product_id), unit_id: Number(unit_id) || null },
    ...{ document_detail_id: Number(detail_id), quantity: quantity || '0' },
  }
}

interface EnteredParts {
  company_id?: number | undefined
  device_id?: number | undefined
  site_id?: number | undefined
  lines: readonly { product_id: number }[]
}

async function requireVisibleParts(
  context: Context,
  { company_id, device_id, site_id, lines }: EnteredParts,
): Promise<void> {
  for (const id of new Set(lines.map(({ product_id }) => product_id)))
    await requireVisible(context, tank_products, id)
  const parts = [
    [companies, company_id],
    [devices, device_id],
    [sites, site_id],
  ] as const
  for (const [kind, id] of parts) if (id !== undefined) await requireVisible(context, kind, id)
}

/**
 * The taxes on the lines of a document that is being entered, and its fees, as `createDocument` and `updateDocument` find them.
 * @throws Refusal 404 for a document, company, device, site or product out of reach; 422 for an address of another owner
 */
export async function readEnteredTaxes(
  context: Context,
  { document_id, lines: text, ...values }: ReceivedBy<typeof readLineTaxes>['query'],
): Promise<Pick<Entered, 'lines' | 'fees'>> {
  const lines = text.split(',').map(lineIn)
  await requireVisibleParts(context, { ...values, lines })
  const current: Partial<Document> =
    document_id === undefined
      ? { document_type: 'sales_order' }
      : await readRecord(context, transaction_documents, document_id)
  const { device_id = 0, currency_id = 0, ...next } = { ...current, ...values }
  const company_id = next.company_id ?? (device_id > 0 ? await companyOf(context, device_id) : null)
  if (company_id === null) return { lines: lines.map(() => ({ taxes: [], liters: null })), fees: null }
  const isNew = document_id === undefined
  const site_id = next.site_id ?? (isNew ? await siteOfDevice(context, device_id, company_id) : null)
  const place = withoutOldPlace(current, { ...values, site_id })
  const snapshot = await snapshotAddresses(context, { company_id, device_id }, place)
  const seller_id = company_id === current.company_id ? current.seller_id : undefined
  const sources = await readSources(context, document_id)
  const document_type = next.document_type!
  const taxes = await readTaxesOf(
    context,
    { ...next, ...{ document_type, company_id, device_id, currency_id }, ...snapshot, seller_id },
    lines.map(({ document_detail_id, ...line }) => ({
      ...line,
      source_detail_id: sources.get(document_detail_id) ?? null,
    })),
  )
  const before = isNew ? [] : await readFees(context, document_id)
  if (before === null || !WITH_FEES.includes(document_type)) return { lines: taxes, fees: null }
  const { company: places } = await readDecimalPlaces(context, { company_id, currency_id })
  const day = next.wished_date ?? next.document_date ?? null
  const [found = []] = await findFees(context, [{ company_id, lines, day, places }])
  return { lines: taxes, fees: { before: [...before], found } }
}

/** The order's lines that the lines of a saved document bill. */
async function readSources(
  { db }: Context,
  document_id: number | undefined,
): Promise<Map<number, number | null>> {
  if (document_id === undefined) return new Map()
  const rows = await db
    .selectFrom('transaction_document_details')
    .select(['document_detail_id', 'source_detail_id'])
    .where('document_id', '=', document_id)
    .execute()
  return new Map(
    rows.map(({ document_detail_id, source_detail_id }) => [document_detail_id, source_detail_id]),
  )
}
