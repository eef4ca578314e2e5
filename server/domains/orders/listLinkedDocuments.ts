import { type RawBuilder, sql } from 'kysely'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { formatMoney } from '#core/platform/numbers/money.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { listLinkedDocuments as definitionOfLinks } from '#core/resources/listLinkedDocuments.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { readCurrencyMarks } from '#server/resources/names/currencyMarks.ts'
import { statusText } from '#server/resources/names/statusText.ts'
import { localeOfActor } from '#server/resources/names/textFormats.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { NEXT_OF_FAMILY } from './linkedFamily.ts'

type LinkedDocument = ResponseOf<ReturnType<typeof definitionOfLinks>>['linked_documents'][number]

type DocumentRow = Omit<LinkedDocument, 'status'> & {
  /** Type of a document: the text of its status depends on it. */
  document_type: string | null
  /** Of a shipment: whether its day is confirmed, on which the text of its status depends. */
  is_firm: number | null
  /** Method of a payment. */
  method: string | null
  currency_id: number | null
  is_reversed: boolean
}

/**
 * All documents linked with a document, a shipment or a work order, oldest first: quote → order → shipment → invoice → payments, and work
 * orders by their number. Only those that the actor may see.
 */
export async function listLinkedDocuments(
  context: Context,
  resource: Resource,
  id: number,
): Promise<LinkedDocument[]> {
  await requireVisible(context, resource, id)
  const { actor } = context
  const { rows } = await sql<DocumentRow>`
    with recursive family as (
      ${firstOf(resource, id)}
      union
      ${NEXT_OF_FAMILY}
    ), found as (${seenOfFamily(actor)})
    select f.link_object_ref, f.link_object_id, f.title, c.company, f.transaction_date, f.status_id, f.document_type, f.is_firm, f.method,
      f.currency_id, f.is_reversed
    from found f left join companies c using (company_id)
    where not (f.link_object_ref = ${refOf(resource)} and f.link_object_id = ${id})
    order by f.transaction_date, f.rank, f.link_object_id limit 200`.execute(context.db)
  const marks = new Map((await readCurrencyMarks(context)).map((mark) => [mark.currency_id, mark]))
  return rows.map(({ document_type, is_firm, method, currency_id, is_reversed, ...rest }) => {
    const kind = KINDS[rest.link_object_ref]
    const status = kind
      ? statusText(actor, kind, rest.status_id, { document_type, is_firm })
      : translate(actor.language, `records.payment_methods.${method}`)
    const currency = currency_id === null ? undefined : marks.get(Number(currency_id))
    return {
      ...rest,
      title: currency ? formatMoney(rest.title, currency, localeOfActor(actor)) : rest.title,
      status: is_reversed ? translate(actor.language, 'print.reversed', { what: status }) : status,
    }
  })
}

/** The documents, shipments, work orders and payments of a `family` that the actor may see. */
function seenOfFamily(actor: Actor): RawBuilder<unknown> {
  return sql`
      select 'document' as link_object_ref, d.document_id as link_object_id, d.document_number as title, d.company_id,
        d.document_date as transaction_date, d.status_id,
        d.document_type, null::int as is_firm, null as method, 1 as rank, null::int8 as currency_id,
        false as is_reversed
      from transaction_documents d
      where d.document_id in (select document_id from family) and ${maySee(actor, transaction_documents, 'd')}
      union all
      select 'shipment', s.shipment_id, s.shipment_number, s.company_id, coalesce(s.deliver_date, s.load_date,
        (s.created_at at time zone 'UTC')::date), s.status_id, null, s.is_firm, null, 2, null, false
      from shipment_planners s
      where s.shipment_id in (select p.shipment_id from shipment_planner_details p
          join transaction_document_details l using (document_detail_id)
          where l.document_id in (select document_id from family))
        and ${maySee(actor, shipment_planners, 's')}
      union all
      select 'work_order', w.id, w.wo_number, v.company_id, (w.created_at at time zone 'UTC')::date, w.status_id,
        null, null, null, 0, null, false
      from work_orders w join devices v using (device_id)
      where w.wo_number in (select d.work_order_no from transaction_documents d
          where d.document_id in (select document_id from family))
        and ${maySee(actor, work_orders, 'w')}
      union all
      select 'payment', a.document_id, a.amount::text, d.company_id, a.allocated_on, null,
        null, null, y.method, 3, y.currency_id, a.reversed_at is not null
      from allocations a join payments y using (payment_id) join transaction_documents d on d.document_id = a.document_id
      where a.document_id in (select document_id from family) and ${maySee(actor, transaction_documents, 'd')}`
}

/** The kinds of linked records with statuses; a payment has none. */
const KINDS: Readonly<Record<string, Resource>> = {
  document: transaction_documents,
  shipment: shipment_planners,
  work_order: work_orders,
}

const refOf = ({ name }: Resource) => Object.keys(KINDS).find((ref) => KINDS[ref]?.name === name)

/** The documents from which the rest is found. */
function firstOf(resource: Resource, id: number): RawBuilder<unknown> {
  switch (resource.name) {
    case 'shipment_planners':
      return sql`select l.document_id from shipment_planner_details p
        join transaction_document_details l using (document_detail_id) where p.shipment_id = ${id}`
    case 'work_orders':
      return sql`select d.document_id from transaction_documents d
        join work_orders w on w.wo_number = d.work_order_no where w.id = ${id}`
    default:
      return sql`select ${id}::int8 as document_id`
  }
}

/** Whether permission, login type and reach allow an actor to see a record. */
function maySee(actor: Actor, resource: Resource, alias: string): RawBuilder<boolean> {
  const mayRead =
    resource.loginTypes.includes(actor.loginType) && actor.permissions.has(`${resource.module}.read`)
  return mayRead ? visible(actor, resource, alias) : sql<boolean>`false`
}
