import { sql } from 'kysely'
import { companies } from '#core/domains/companies/companies.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { readDocumentDefaults } from '#core/domains/orders/calls.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { readSiteAddress, siteOfDevice } from '#server/domains/companies/siteAddress.ts'
import { savedAddresses } from '#server/domains/people/savedAddresses.ts'
import type { Context } from '#server/platform/context.ts'
import { requireVisible } from '#server/resources/rows.ts'

type DefaultsQuery = ReceivedBy<typeof readDocumentDefaults>['query']
/** The defaults of a new document, by the fields entered so far. */
type DocumentDefaults = ResponseOf<typeof readDocumentDefaults>['document_defaults']

/**
 * The defaults of a document: the device's company, that company's currency and terms, the due date, the newest rate, and the saved
 * addresses.
 * @throws Refusal 404 for a device or a company out of reach.
 */
export async function documentDefaults(context: Context, query: DefaultsQuery): Promise<DocumentDefaults> {
  const { device_id } = query
  if (device_id) await requireVisible(context, devices, device_id, 'device_id')
  const company_id = query.company_id ?? (device_id ? await companyOf(context, device_id) : null)
  if (company_id) await requireVisible(context, companies, company_id, 'company_id')
  const company = company_id ? ([{ object_ref: 'company', object_id: company_id }] as const) : []
  const device = device_id ? ([{ object_ref: 'device', object_id: device_id }] as const) : []
  const site_id = device_id ? await siteOfDevice(context, device_id, company_id) : null
  return {
    company_id,
    site_id,
    site_address: site_id === null ? null : await readSiteAddress(context, site_id),
    ...(await readTerms(context, query, company_id)),
    shipping_addresses: await savedAddresses(context, [...device, ...company], 'shipping'),
    billing_addresses: await savedAddresses(context, company, 'billing'),
  }
}

/** The company of a device. */
export async function companyOf({ db }: Context, device_id: number): Promise<number> {
  const rows = await db
    .selectFrom('devices')
    .select('company_id')
    .where('device_id', '=', device_id)
    .execute()
  return firstOf(rows).company_id
}

async function readTerms({ db }: Context, query: DefaultsQuery, company_id: number | null) {
  const { rows } = await sql<
    Omit<
      DocumentDefaults,
      'company_id' | 'site_id' | 'site_address' | 'shipping_addresses' | 'billing_addresses'
    >
  >`
    with terms as (
      select coalesce(${query.document_date ?? null}::date, business_today()) as document_date,
        (select currency_id from companies where company_id = ${company_id}) as own_currency,
        coalesce(${query.payment_term_id ?? null}::int8,
          (select payment_term_id from companies where company_id = ${company_id}),
          -- A company without terms pays at once.
          (select payment_term_id from payment_terms order by term_days, payment_term_id limit 1)) as payment_term_id
    )
    select document_date, payment_term_id, coalesce(${query.currency_id ?? null}::int8, own_currency) as currency_id,
      document_date + (select term_days from payment_terms t where t.payment_term_id = terms.payment_term_id)::int
        as due_date,
      case when ${query.currency_id ?? null}::int8 is null or own_currency = ${query.currency_id ?? null}::int8
        then 1::numeric(19, 10)
        else (select rate from exchange_rates r where r.is_active = 1 and r.from_currency_id = own_currency
          and r.to_currency_id = ${query.currency_id ?? null}::int8 order by r.updated_at desc limit 1)
      end as exchange_rate,
      (select u.id from companies c join units_of_measure u on u.code = case c.unit_of_measure when 2 then 'l' else 'gal' end
        where c.company_id = ${company_id}) as unit_id
    from terms`.execute(db)
  return firstOf(rows)
}
