import { PACKING_LIST_FIELDS } from '#core/domains/companies/companyFields.ts'
import '#server/app/registerTexts.ts'
import { translate } from '#server/platform/translate.ts'
import { identity, type KindFloor, otherRecordCounts, type Row, spread } from './measuredCall.ts'

/** Kinds of the office: documents, shipments, people, users, customers, and the audit log. */
export function officeKinds(devices: number): KindFloor[] {
  const records = otherRecordCounts(devices)
  return [
    documents(records),
    shipments(records),
    people(records),
    users(records),
    customers(devices),
    audit(records),
  ]
}

const documents = (records: number): KindFloor => ({
  kind: 'transaction_documents',
  single: 'transaction_document',
  table: 'transaction_documents',
  id: 'document_id',
  columns: `t.document_id, t.document_number, t.document_type, t.company_id, t.device_id, t.status_id, t.approved,
    t.document_date, t.due_date, t.wished_date, t.payment_term_id, t.currency_id, t.exchange_rate, t.customer_po,
    t.work_order_no, t.external_number, t.shipping_carrier_id, t.department_id, t.vendor_id, t.shipping_address_id, t.billing_address_id,
    t.ship_location_label, t.ship_address1, t.ship_address2, t.ship_city, t.ship_state, t.ship_zip_code,
    t.ship_zip_code_ext, t.ship_country_iso_3, t.bill_location_label, t.bill_address1, t.bill_address2, t.bill_city,
    t.bill_state, t.bill_zip_code, t.bill_zip_code_ext, t.bill_country_iso_3, t.discount_type, t.discount, t.freight,
    t.customs, t.expedite_fee, t.handling_charge, t.subtotal, t.discount_amount, t.total_amount, t.balance,
    t.document_subtotal, t.document_discount, t.document_freight, t.document_customs, t.document_expedite_fee,
    t.document_handling_charge, t.document_total_amount, t.document_balance, t.comments, t.source_document_id,
    t.closed_short, t.close_reason, t.archived, t.created_at, t.updated_at, c.company as company_title,
    d.public_id as device_title, pt.description as payment_term_title, cu.code as currency_title,
    sc.company as shipping_carrier_title, dp.department_name as department_title, v.company as vendor_title,
    sd.document_number as source_document_title, c.currency_id as company_currency_id,
    exists (select from transaction_document_details l join shipment_planner_details sp using (document_detail_id)
      join shipment_planners s using (shipment_id)
      where l.document_id = t.document_id and s.status_id <> 5)::int as locked`,
  joins: `join companies c on c.company_id = t.company_id join devices d on d.device_id = t.device_id
    join payment_terms pt on pt.payment_term_id = t.payment_term_id join currencies cu on cu.currency_id = t.currency_id
    left join companies sc on sc.company_id = t.shipping_carrier_id left join companies v on v.company_id = t.vendor_id
    left join departments dp on dp.department_id = t.department_id
    left join transaction_documents sd on sd.document_id = t.source_document_id`,
  order: 't.document_id desc',
  standard: 't.archived = 0',
  filtered: {
    query: 'document_type=sales_order&status_id=32',
    condition: `t.document_type = $1 and t.status_id = $2 and t.archived = 0`,
    values: ['sales_order', 32],
  },
  searched: {
    query: 'search=PO%201012',
    condition: `(t.document_number ilike $1 or t.external_number ilike $1 or t.customer_po ilike $1 or t.work_order_no ilike $1 or t.comments ilike $1)
      and t.archived = 0`,
    values: ['%PO 1012%'],
  },
  options: {
    columns: 't.document_number as label',
    condition: 't.archived <> 1',
    title: 't.document_number',
  },
  one: { columns: `${LINES} as details`, joins: '', finish: withLines },
  ids: spread(records),
})

/** The lines of a document; for an order with planned and billed quantities, in the unit of the line. */
const LINES = `(select json_agg(json_build_object('document_detail_id', l.document_detail_id, 'product_id', l.product_id,
    'product_title', p.product_name, 'quantity', l.quantity::text, 'unit_id', l.unit_id, 'unit_title', u.unit_abbrev,
    'quantity_liters', l.quantity_liters::text, 'unit_price', l.unit_price::text,
    'line_discount_type', l.line_discount_type, 'line_discount_amount', l.line_discount_amount::text,
    'line_discount_percentage', l.line_discount_percentage::text, 'line_total', l.line_total::text,
    'quantity_delivered', l.quantity_delivered::text, 'source_detail_id', l.source_detail_id,
    'quantity_planned', (select coalesce(sum(case when sp.unit_id = l.unit_id then sp.quantity
        else coalesce(round(sp.quantity_liters / (case u.measure when 'volume' then u.factor end), 3), sp.quantity) end), 0)
      from shipment_planner_details sp join shipment_planners s using (shipment_id)
      where sp.document_detail_id = l.document_detail_id and s.status_id in (1, 2, 3))::numeric(14, 3)::text,
    'quantity_invoiced', (select coalesce(sum(case when b.unit_id = l.unit_id then b.quantity
        else coalesce(round(b.quantity_liters / (case u.measure when 'volume' then u.factor end), 3), b.quantity) end), 0)
      from transaction_document_details b join transaction_documents i on i.document_id = b.document_id
      where b.source_detail_id = l.document_detail_id and i.document_type in ('invoice', 'credit_note') and i.archived = 0
        and i.status_id not in (38, 39))::numeric(14, 3)::text)
    order by l.sort_order, l.document_detail_id)
  from transaction_document_details l join tank_products p on p.product_id = l.product_id
    join units_of_measure u on u.id = l.unit_id
  where l.document_id = t.document_id)`

function withLines(document: Row): object {
  if (document['document_type'] === 'sales_order') return document
  const details = (document['details'] as Row[]).map(
    ({ quantity_planned: _, quantity_invoiced: __, ...line }) => line,
  )
  return { ...document, details }
}

const shipments = (records: number): KindFloor => ({
  kind: 'shipment_planners',
  path: '/shipment_planner',
  single: 'shipment_planner',
  table: 'shipment_planners',
  id: 'shipment_id',
  columns: `t.shipment_id, t.shipment_number, t.company_id, t.status_id, t.truck_id, t.trailer_id, t.load_date,
    t.deliver_date, t.delivered_by, t.overrule_ullage, t.overrule_reason, t.left_at, t.delivered_at, t.signed_by, t.signed_at,
    t.created_at, t.updated_at, c.company as company_title, k.truck_name as truck_title, r.truck_name as trailer_title,
    p.combined_name as delivered_by_title, t.trailer_id as vehicle_id`,
  joins: `join companies c on c.company_id = t.company_id left join tanker_trucks k on k.truck_id = t.truck_id
    left join tanker_trucks r on r.truck_id = t.trailer_id left join people p on p.people_id = t.delivered_by`,
  order: 't.shipment_id desc',
  filtered: { query: 'status_id=2', condition: 't.status_id = $1', values: [2] },
  searched: {
    query: 'search=Weber',
    condition: '(t.shipment_number ilike $1 or t.signed_by ilike $1)',
    values: ['%Weber%'],
  },
  options: { columns: 't.shipment_number as label', title: 't.shipment_number' },
  one: {
    columns: RECEIPT,
    joins: 'left join shipment_signatures g on g.shipment_id = t.shipment_id',
    finish: identity,
  },
  // Every eighth is a draft, which is checked by its tanks at each read: that is not part of reading.
  ids: spread(records / 8).map((id) => 8 * id - 3),
})

/** Columns of one shipment in addition to the list's: loads, overrules, and the receiver's signature. */
const RECEIPT = `g.signature, case when g.latitude is not null and g.longitude is not null then
    json_build_object('latitude', g.latitude, 'longitude', g.longitude) end as signed_place, '{}'::text[] as warnings,
  (select coalesce(json_agg(o), '[]') from (select o.shipment_detail_id, o.stage, o.rule,
      o.quantity_liters::float8 as quantity_liters, o.limit_liters::float8 as limit_liters, o.reason, o.at,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as by
    from shipment_overrules o left join users u using (user_id)
    where o.shipment_id = t.shipment_id order by o.shipment_overrule_id) o) as overrules,
  (select coalesce(json_agg(d), '[]') from (select d.shipment_detail_id, d.product_id,
      coalesce(own.product_name, p.product_name) as product_title, d.quantity_ordered, d.quantity::text, d.unit_id,
      u.unit_abbrev as unit_title, u.code as unit_code, d.quantity_liters::text, d.delivered::text, d.delivered_unit_id,
      w.unit_abbrev as delivered_unit_title, w.code as delivered_unit_code, d.delivered_liters::text, d.room_liters::text,
      d.compartment, d.document_detail_id, o.document_id, o.document_number, d.device_ports_id,
      coalesce(v.label, v.public_id) as tank_title, d.company_id, c.company as company_title, d.quantity_delivered::text,
      d.fuel_surcharge::text, d.estimated_delivery_date, d.shipping_address_id, d.ship_location_label, d.ship_address1,
      d.ship_address2, d.ship_city, d.ship_state, d.ship_zip_code, d.ship_zip_code_ext, d.ship_country_iso_3
    from shipment_planner_details d join tank_products p on p.product_id = d.product_id
      left join product_names own on own.product_id = p.product_id and own.company_id = 1
      join units_of_measure u on u.id = d.unit_id left join units_of_measure w on w.id = d.delivered_unit_id
      left join companies c on c.company_id = d.company_id
      left join transaction_document_details l on l.document_detail_id = d.document_detail_id
      left join transaction_documents o on o.document_id = l.document_id
      left join device_ports i on i.device_ports_id = d.device_ports_id left join devices v on v.device_id = i.device_id
    where d.shipment_id = t.shipment_id order by d.sort_order, d.shipment_detail_id) d) as details`

const people = (records: number): KindFloor => ({
  kind: 'people',
  single: 'person',
  table: 'people',
  id: 'people_id',
  columns: `t.people_id, t.company_id, t.prefix, t.first_name, t.middle_name, t.last_name, t.suffix, t.combined_name,
    t.nick_name, t.job_title, t.gender, t.photo_id, t.entity_phones_id, t.entity_emails_id, t.battery_notify,
    t.user_time_zone, t.unit_of_measure, t.theme, t.notification_method, t.language, t.device_filter, t.report_time,
    t.default_route, t.status, t.created_at, t.updated_at, c.company as company_title`,
  joins: 'join companies c on c.company_id = t.company_id',
  order: 't.combined_name, t.people_id',
  filtered: { query: 'company_id=10007', condition: 't.company_id = $1', values: [10007] },
  searched: {
    query: 'search=kowalski%2099',
    condition: '(t.combined_name ilike $1 or t.nick_name ilike $1 or t.job_title ilike $1)',
    values: ['%kowalski 99%'],
  },
  options: { columns: 't.combined_name as label', condition: 't.status <> 0', title: 't.combined_name' },
  ids: spread(records).map((id) => 10_000 + id),
})

const users = (records: number): KindFloor => ({
  kind: 'users',
  single: 'user',
  table: 'users',
  id: 'user_id',
  columns: `t.user_id, t.username, t.login_type_id, t.company_id, t.people_id, t.first_name, t.last_name, t.phone_number,
    t.restrict_login_location, t.department_id, t.default_route, t.owner, t.status, t.created_at, t.updated_at,
    c.company as company_title, p.combined_name as people_title, d.department_name as department_title`,
  joins: `join companies c on c.company_id = t.company_id left join people p on p.people_id = t.people_id
    left join departments d on d.department_id = t.department_id`,
  order: 't.username, t.user_id',
  filtered: { query: 'company_id=10007', condition: 't.company_id = $1', values: [10007] },
  searched: {
    query: 'search=murphy%2099',
    condition: '(t.username ilike $1 or t.first_name ilike $1 or t.last_name ilike $1)',
    values: ['%murphy 99%'],
  },
  options: { columns: 't.username as label', condition: 't.status <> 0', title: 't.username' },
  ids: spread(Math.floor(records / 2)).map((id) => 10_000 + 2 * id),
})

const PACKING_LISTS = PACKING_LIST_FIELDS.map((value) => ({
  value,
  label: translate('en', `records.customers.suggestions.packing_list_fields.${value}`),
}))

const customers = (devices: number): KindFloor => ({
  kind: 'customers',
  single: 'customer',
  table: 'companies',
  id: 'company_id',
  columns: `t.company_id, t.organisation_type_id, t.company, t.company_short, t.parent_id, t.website,
    t.correspondence_method, t.currency_code, t.currency_id, t.payment_term_id, t.unit_of_measure, t.turn_around_days,
    t.has_nda, t.has_contract, t.ship_label_type, t.stripe_id, t.zoho_customer_id, t.packing_list_fields, t.logo_id, t.logo,
    t.notes, t.status, t.account_number, t.shipping_number, t.created_at, t.updated_at, p.company as parent_title,
    cu.code as currency_title, pt.description as payment_term_title`,
  joins: `left join companies p on p.company_id = t.parent_id join currencies cu on cu.currency_id = t.currency_id
    left join payment_terms pt on pt.payment_term_id = t.payment_term_id`,
  order: 't.company, t.company_id',
  standard: 't.organisation_type_id = 1 and t.status = 1',
  filtered: { query: 'status=0', condition: 't.organisation_type_id = 1 and t.status = $1', values: [0] },
  searched: {
    query: 'search=tulsa%20oil',
    condition: `(t.company ilike $1 or t.company_short ilike $1 or t.website ilike $1 or t.account_number ilike $1)
      and t.organisation_type_id = 1 and t.status = 1`,
    values: ['%tulsa oil%'],
  },
  options: {
    columns: 't.company as label',
    condition: 't.organisation_type_id = 1 and t.status <> 0',
    title: 't.company',
  },
  one: {
    columns: '1 as alone',
    joins: '',
    finish: ({ alone: _, ...customer }: Row) => ({ ...customer, packing_list_fields_options: PACKING_LISTS }),
  },
  ids: spread(Math.floor(devices / 9)).map((id) => 10_000 + id),
})

const audit = (records: number): KindFloor => ({
  kind: 'audit_entries',
  single: 'audit_entry',
  table: 'audit_entries',
  id: 'audit_id',
  columns: `t.audit_id, t.at, t.user_id, t.on_behalf_of, t.company_id, t.action, t.resource, t.record_id, t.title, t.changes,
    t.created_at, t.updated_at, u.username as user_title, b.username as on_behalf_of_title, c.company as company_title`,
  joins: `left join users u on u.user_id = t.user_id left join users b on b.user_id = t.on_behalf_of
    left join companies c on c.company_id = t.company_id`,
  order: 't.at desc nulls last, t.audit_id desc',
  filtered: {
    query: 'resource=devices&record_id=777',
    condition: 't.resource = $1 and t.record_id = $2',
    values: ['devices', 777],
  },
  searched: {
    query: 'search=yard%2099123',
    condition: '(t.title ilike $1 or t.changes::text ilike $1)',
    values: ['%yard 99123%'],
  },
  hasNoEstimate: true,
  ids: spread(3 * records),
})
