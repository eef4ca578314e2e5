import { sql } from 'kysely'
import { ORGANISATION_TYPE, PACKING_LIST_FIELDS } from '#core/domains/companies/companyFields.ts'
import { ACCOUNT_STATUSES } from '#core/domains/orders/account.ts'
import { PAYABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import type { Values } from '#core/platform/values.ts'
import type { RecordOf, Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { conflict, invalid, notPermitted, stillReferenced } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { createMany } from '#server/resources/changes/createMany.ts'
import { refuseUnreachable } from '#server/resources/changes/references.ts'
import { acceptChanges, acceptNew } from '#server/resources/changes/validate.ts'
import { insertRecord, type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'

/** The operations on companies, of one kind or of all kinds. */
export function companyOperations<R extends Resource>(
  resource: R,
): Partial<Operations<R>> & Pick<Operations<R>, 'create'> {
  return {
    read: async (context, id) => answered(context, resource, await readRecord(context, resource, id)),
    create: async (context, body) => {
      const values = withStandards(resource, acceptNew(context, resource, body))
      refuseForeignKind(context, kindOf(resource, values))
      const company = withCurrency(await readCurrencies(context), withParent(context, resource, values), body)
      await refuseUnreachable(context, resource, company)
      // The new company is within the writer's reach from now on; the actor of this call does not know it yet.
      const created: Values = await insertRecord(beyond(context), resource, company)
      const id = created[resource.id]
      const mine = reaching(context, Number(id))
      return answered(context, resource, await readRecord(mine, resource, Number(id)))
    },
    createMany: async (context, bodies) => {
      const currencies = await readCurrencies(context)
      return createMany(context, resource, bodies, (body) => {
        const values = withStandards(resource, acceptNew(context, resource, body))
        refuseForeignKind(context, kindOf(resource, values))
        return withCurrency(currencies, withParent(context, resource, values), body)
      })
    },
    update: (context, id, body) => updateCompany(context, resource, id, body),
    remove: async (context, id) => {
      const current: Values = await lockRecord(context, resource, id)
      refuseForeignKind(context, Number(current.organisation_type_id))
      await refuseCompanyInUse(context, id)
      await removeRecord(context, resource, id)
    },
  }
}

async function updateCompany<R extends Resource>(context: Context, resource: R, id: number, body: Values) {
  const current: Values = await lockRecord(context, resource, id)
  refuseForeignKind(context, Number(current.organisation_type_id))
  const values = withStandards(resource, acceptChanges(context, resource, body, current))
  refuseForeignKind(context, kindOf(resource, { ...current, ...values }))
  if ('parent_id' in values) {
    const parent = values.parent_id === null ? null : Number(values.parent_id)
    refuseLostParent(context, id, parent)
    await refuseCycle(context, id, parent)
  }
  const changes = withCurrency(await readCurrencies(context), values, body)
  const { currency_id, status }: Values = changes
  if (status === 0 && current.status !== 0) await refuseCompanyInUse(context, id)
  if (currency_id != null && currency_id !== current.currency_id) await refuseOtherCurrency(context, id)
  const isMoved = ['parent_id', 'organisation_type_id'].some(
    (name) => name in changes && changes[name] !== current[name],
  )
  const sellers = isMoved ? await readSellers(context, id) : null
  const updated = await updateRecord(context, resource, id, changes)
  if (sellers !== null && sellers !== (await readSellers(context, id)))
    throw invalid([{ field: 'parent_id', rule: 'seller_stays' }])
  return answered(context, resource, updated)
}

/**
 * The sellers of a company and of the companies below it, if they have documents, payments or loads. These companies keep their seller:
 * another seller would see their payments, and could charge them for its deliveries.
 */
async function readSellers({ db }: Context, company_id: number): Promise<string> {
  const { rows } = await sql<{ sellers: string }>`
    with recursive below as (
      select ${company_id}::int8 as company_id union select c.company_id from companies c join below b on c.parent_id = b.company_id)
    select coalesce(string_agg(company_id || ':' || seller_of(company_id), ' ' order by company_id), '') as sellers from below b
    where exists (select from transaction_documents d where d.company_id = b.company_id)
      or exists (select from payments p where p.company_id = b.company_id)
      or exists (select from shipment_planner_details l where l.company_id = b.company_id)`.execute(db)
  return firstOf(rows).sellers
}

/**
 * The amounts of a company's documents and payments, and the prices for which it sells, are in its currency: another currency would turn 500
 * dollars into 500 euros.
 * @throws Refusal 422
 */
async function refuseOtherCurrency({ db }: Context, company_id: number): Promise<void> {
  // A document or a price that another transaction is about to store refers to the company: it is stored first, and found below.
  await sql`select from companies where company_id = ${company_id} for update`.execute(db)
  const { rows } = await sql<{ is_used: boolean }>`select
    exists (select from transaction_documents where company_id = ${company_id})
      or exists (select from payments where company_id = ${company_id})
      or exists (select from price_rules where company_id = ${company_id})
      or exists (select from posted_prices where company_id = ${company_id})
      or exists (select from price_fees where company_id = ${company_id})
      or exists (select from tank_products where company_id = ${company_id} and list_price is not null) as is_used`.execute(
    db,
  )
  if (firstOf(rows).is_used) throw invalid([{ field: 'currency_id', rule: 'currency_in_use' }])
}

/** The response for a customer also has the fields of its packing lists. */
function answered<R extends Resource>({ actor }: Context, resource: R, record: RecordOf<R>): RecordOf<R> {
  if (resource.within?.where.organisation_type_id !== ORGANISATION_TYPE.customer) return record
  const packing_list_fields_options = PACKING_LIST_FIELDS.map((value) => ({
    value,
    label: translate(actor.language, `records.customers.suggestions.packing_list_fields.${value}`),
  }))
  return { ...record, packing_list_fields_options }
}

function kindOf({ within }: Resource, values: Values): number {
  return within?.where.organisation_type_id ?? Number(values.organisation_type_id)
}

/** Users outside the business itself create customers only. */
function refuseForeignKind({ actor }: Context, kind: number): void {
  if (!isStaff(actor.loginType) && kind !== ORGANISATION_TYPE.customer) throw notPermitted()
}

/** Omitted values get their defaults. */
function withStandards<T extends Values>(resource: Resource, values: T): T {
  const standards = Object.entries(values).map(([name, value]) => [
    name,
    value === null ? (resource.fields[name]?.default ?? null) : value,
  ])
  const result = { ...values, ...Object.fromEntries(standards) }
  // Without its own unit system it gets its parent company's, which the database sets.
  if (values.unit_of_measure == null) Reflect.deleteProperty(result, 'unit_of_measure')
  return result
}

/**
 * A company that names no parent belongs to the company of its writer. Staff sell for the business itself: their customers belong to it,
 * so that its own drivers and dispatchers reach them and its products fill their tanks. Other companies of staff have no parent.
 */
function withParent<T extends Values>({ actor }: Context, resource: Resource, values: T): T {
  const isCustomer = kindOf(resource, values) === ORGANISATION_TYPE.customer
  const own = actor.companies === 'all' ? (isCustomer ? OWN_COMPANY : null) : actor.company_id
  return { ...values, parent_id: values.parent_id ?? own }
}

/** Refuses to remove the parent if the user would no longer see the company. */
function refuseLostParent({ actor }: Context, id: number, parent: unknown): void {
  if (parent === null && actor.companies !== 'all' && id !== actor.company_id) {
    throw invalid([{ field: 'parent_id', rule: 'parent_required' }])
  }
}

type Currencies = readonly { currency_id: number; code: string }[]

async function readCurrencies({ db }: Context): Promise<Currencies> {
  const rows = await db.selectFrom('currencies').select(['currency_id', 'code']).execute()
  return rows.map(({ currency_id, code }) => ({ currency_id: Number(currency_id), code: String(code) }))
}

/** The code follows the currency and the currency its code, where only one of them is sent. */
function withCurrency<T extends Values>(currencies: Currencies, values: T, input: Values): T {
  const { currency_id, currency_code } = input
  if (currency_id != null && currency_code == null) {
    const found = currencies.find((currency) => currency.currency_id === Number(values.currency_id))
    return found?.code.length === 3 ? { ...values, currency_code: found.code } : values
  }
  if (currency_code != null && currency_id == null) {
    const code = String(values.currency_code).toLowerCase()
    const found = currencies.find((currency) => currency.code.toLowerCase() === code)
    return found ? { ...values, currency_id: found.currency_id } : values
  }
  return values
}

function beyond(context: Context): Context {
  return { ...context, actor: { ...context.actor, companies: 'all' } }
}

/** The creator of a company acts within it from then on; the actor of the call does not know it yet. */
export function reaching(context: Context, id: number): Context {
  const { companies: reach } = context.actor
  return reach === 'all' ? context : { ...context, actor: { ...context.actor, companies: [...reach, id] } }
}

/**
 * Refuses to archive a company in use, which has active companies below it, active sites, devices that are not retired, or an account that is
 * not settled.
 * @throws Refusal 409 that names them.
 */
async function refuseCompanyInUse({ db }: Context, company_id: number): Promise<void> {
  if (company_id === OWN_COMPANY) throw conflict('messages.own_company')
  const { rows } = await sql<{ companies: boolean; devices: boolean; sites: boolean; money: boolean }>`select
    exists (select from companies where parent_id = ${company_id} and status = 1) as companies,
    exists (select from devices where company_id = ${company_id} and status <> 'retired') as devices,
    exists (select from sites where company_id = ${company_id} and status = 1) as sites,
    exists (select from transaction_documents where company_id = ${company_id} and archived = 0 and balance <> 0
        and ((document_type = 'invoice' and status_id = any(${PAYABLE_STATUSES}))
          or (document_type = 'credit_note' and status_id = any(${ACCOUNT_STATUSES}))))
      or exists (select from payments p where company_id = ${company_id} and reversed_at is null
        and company_amount <> (select coalesce(sum(a.company_amount + a.exchange_difference), 0)
          from allocations a where a.payment_id = p.payment_id and a.reversed_at is null)) as money`.execute(
    db,
  )
  const { companies, devices, sites, money } = firstOf(rows)
  if (companies) throw stillReferenced('companies')
  if (devices) throw stillReferenced('devices')
  if (sites) throw stillReferenced('sites')
  if (money) throw conflict('messages.company_unsettled')
}

/**
 * Refuses a parent that is the company itself or a company below it.
 * @throws Refusal 422
 */
async function refuseCycle({ db }: Context, company_id: number, parent_id: number | null): Promise<void> {
  if (parent_id === null) return
  // Two concurrent changes of parents could close a cycle that neither of them sees: they are serialized.
  await lockExclusively(db, 'company_parents')
  const { rows } = await sql`
    with recursive above as (
      select company_id, parent_id from companies where company_id = ${parent_id}
      union select c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id)
    select from above where company_id = ${company_id}`.execute(db)
  if (rows.length > 0) throw invalid([{ field: 'parent_id', rule: 'parent_cycle' }])
}
