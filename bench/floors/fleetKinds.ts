import { type KindFloor, otherRecordCounts, type Row, spread } from './measuredCall.ts'

/** Kinds that belong to devices: ports, alerts, work orders, subscriptions. */
export function fleetKinds(devices: number): KindFloor[] {
  const records = otherRecordCounts(devices)
  return [ports(devices), alerts(records), workOrders(records), subscriptions(records)]
}

const ports = (devices: number): KindFloor => ({
  kind: 'device_ports',
  single: 'device_port',
  table: 'device_ports',
  id: 'device_ports_id',
  columns: `t.device_ports_id, t.device_id, t.port_number, t.product_id, t.tank_type_id, t.sensor_type_id, t.template,
    t.reorder_yellow, t.reorder_red, t.max_fill, t.unusable_bottom, t.degree_day_base, t.placement, t.size_class, t.active,
    t.def_liters, t.metric_diameter,
    t.metric_height, t.metric_width, t.metric_length, t.def_us_gallons, t.imperial_diameter, t.imperial_height,
    t.imperial_width, t.imperial_length, t.metric_wall, t.imperial_wall, t.metric_dish_radius, t.imperial_dish_radius,
    t.metric_knuckle_radius, t.imperial_knuckle_radius, t.capacity_confirmed, t.sensor_offset, t.imperial_sensor_offset,
    t.tilt, t.metric_gauge_position, t.imperial_gauge_position, t.strapping,
    t.created_at, t.updated_at, d.public_id as device_title, coalesce(own.product_name, pr.product_name) as product_title,
    tt.tank_type as tank_type_title, st.sensor_type as sensor_type_title, ts.tank_name as template_title`,
  joins: `join devices d on d.device_id = t.device_id left join tank_products pr on pr.product_id = t.product_id
    left join product_names own on own.product_id = pr.product_id and own.company_id = 1
    left join tank_types tt on tt.tank_type_id = t.tank_type_id
    left join sensor_types st on st.sensor_type_id = t.sensor_type_id left join tank_specs ts on ts.tank_spec_id = t.template`,
  order: 't.port_number, t.device_ports_id',
  filtered: { query: 'device_id=777', condition: 't.device_id = $1', values: [777] },
  ids: spread(2 * devices),
})

const alerts = (records: number): KindFloor => ({
  kind: 'alerts',
  single: 'alert',
  table: 'alerts',
  id: 'alert_id',
  columns: `t.alert_id, t.device_id, t.company_id, t.port_number, t.level, t.status, t.level_source, t.value, t.opened_at,
    t.closed_at, t.acknowledged_at, t.acknowledged_by, t.note, t.snoozed_until, t.snooze_reason, t.created_at, t.updated_at,
    d.public_id as device_title, c.company as company_title, u.username as acknowledged_by_title,
    d.label as device_label, pr.product_name as product`,
  joins: `join devices d on d.device_id = t.device_id join companies c on c.company_id = t.company_id
    left join users u on u.user_id = t.acknowledged_by
    left join device_ports p on p.device_id = t.device_id and p.port_number = t.port_number
    left join tank_products pr on pr.product_id = p.product_id`,
  order: 't.opened_at desc, t.alert_id desc',
  filtered: { query: 'status=open', condition: `t.status <> 'closed'`, values: [] },
  one: {
    columns: '1 as alone',
    joins: '',
    finish: ({ alone: _, device_label: __, product: ___, ...alert }: Row) => alert,
  },
  ids: spread(2 * records),
})

const workOrders = (records: number): KindFloor => ({
  kind: 'work_orders',
  single: 'work_order',
  table: 'work_orders',
  id: 'id',
  columns: `t.id, t.wo_number, t.device_id, t.status_id, t.wo_requested_by, t.zoho_estimate_id, t.warranty_repair,
    t.reason_for_return, t.return_address, t.contact_name, t.contact_phone, t.contact_phone_formatted, t.contact_email,
    t.country_id, t.inbound_tracking_number, t.outbound_tracking_number, t.outbound_carrier_id, t.work_performed,
    t.date_performed, t.performed_by, t.private_notes, t.created_at, t.updated_at, d.public_id as device_title,
    r.combined_name as wo_requested_by_title, c.company as outbound_carrier_title, p.combined_name as performed_by_title`,
  joins: `join devices d on d.device_id = t.device_id join people r on r.people_id = t.wo_requested_by
    left join people p on p.people_id = t.performed_by left join companies c on c.company_id = t.outbound_carrier_id`,
  order: 't.id desc',
  filtered: { query: 'status_id=10', condition: 't.status_id = $1', values: [10] },
  searched: {
    query: 'search=case%20991',
    condition: `(t.wo_number ilike $1 or t.contact_name ilike $1 or t.contact_email ilike $1 or t.reason_for_return ilike $1
      or t.inbound_tracking_number ilike $1 or t.outbound_tracking_number ilike $1 or t.zoho_estimate_id ilike $1)`,
    values: ['%case 991%'],
  },
  options: { columns: 't.wo_number as label', title: 't.wo_number' },
  ids: spread(records),
})

const subscriptions = (records: number): KindFloor => ({
  kind: 'subscriptions',
  single: 'subscription',
  table: 'subscriptions',
  id: 'id',
  columns: `t.id, t.plan_name, t.company_id, t.device_id, t.device_seats, t.amount, t.term_length, t.period_start,
    t.period_end, case when t.period_end < business_today() then 1 else 0 end as expired, t.paid, t.status,
    t.stripe_subscription_id, t.invoice_id, t.notes, t.created_at, t.updated_at, c.company as company_title,
    d.public_id as device_title, c.currency_id as company_currency_id`,
  joins: `join companies c on c.company_id = t.company_id left join devices d on d.device_id = t.device_id`,
  order: 't.plan_name, t.id',
  filtered: { query: 'company_id=10007', condition: 't.company_id = $1', values: [10007] },
  searched: {
    query: 'search=in_777',
    condition: `(t.plan_name ilike $1 or t.status ilike $1 or t.invoice_id ilike $1 or t.stripe_subscription_id ilike $1)`,
    values: ['%in\\_777%'],
  },
  ids: spread(records),
})
