import { COMPANY } from '#server/app/testing/accounts.ts'
import { callsOf, type KindFloor, listOf, type MeasuredCall, type Row, spread } from './measuredCall.ts'
import { MOVING, TANKS, type Tank, tankSummary } from './tankSummary.ts'

const LEVELS = ['urgent', 'overfill', 'mild', 'fine']

/** Devices, each with its tanks, its tags and its connection. */
export function deviceCalls(devices: number): MeasuredCall[] {
  const floor: KindFloor = {
    kind: 'devices',
    single: 'device',
    table: 'devices',
    id: 'device_id',
    columns: `t.device_id, t.public_id, t.label, t.company_id, t.device_type_id, t.status, t.last_record_date, t.battery,
      t.signal_quality, t.queued_records, t.temperature_metric, t.firmware_version_id, t.mobile_provider_id, t.imei, t.sim,
      t.sim_state, t.ip_address, t.hologram_device_id, t.hologram_link_id, t.record_interval, t.upload_interval,
      t.power_mode, t.device_start, t.device_end, t.surge_protection, t.temperature_low_threshold,
      t.temperature_high_threshold, t.command, t.purchase_date, t.warranty_period, t.latitude, t.longitude, t.time_zone,
      t.import_id, t.notes, t.site_id, t.created_at, t.updated_at, c.company as company_title, s.name as site_title,
      dt.device_type as device_type_title,
      f.version::text as firmware_version_title, m.mobile_provider as mobile_provider_title,
      ${CONNECTION},
      (select coalesce(json_agg(json_build_object('tag_id', g.tag_id, 'tag', g.tag) order by g.tag), '[]')
        from device_tags dg join tags g on g.tag_id = dg.tag_id where dg.device_id = t.device_id) as tags,
      ${TANKS} as ports`,
    joins: `join companies c on c.company_id = t.company_id
      join device_types dt on dt.device_type_id = t.device_type_id
      join mobile_providers m on m.mobile_provider_id = t.mobile_provider_id
      left join firmware_versions f on f.firmware_version_id = t.firmware_version_id
      left join sites s on s.site_id = t.site_id
      left join device_states ds on ds.device_id = t.device_id`,
    order: 't.public_id, t.device_id',
    standard: `t.status in ('normal', 'demo')`,
    filtered: {
      query: 'company_id=10007',
      condition: `t.company_id = $1 and t.status in ('normal', 'demo')`,
      values: [10007],
    },
    searched: {
      query: 'search=yard%2099',
      condition: `t.device_id in (select device_id from devices
            where public_id ilike $1 or label ilike $1 or imei ilike $1 or sim ilike $1
          union select d.device_id from sites s join devices d on d.site_id = s.site_id where s.name ilike $1)
        and t.status in ('normal', 'demo')`,
      values: ['%yard 99%'],
    },
    options: {
      columns: `t.public_id as label, nullif(t.label, '') as known_as`,
      condition: `t.status <> 'retired'`,
      title: 't.public_id',
    },
    finish: withTanks,
    ids: spread(devices),
    moving: MOVING,
  }
  const own = {
    query: '',
    condition: `t.company_id = any($1::bigint[]) and t.status in ('normal', 'demo')`,
    values: [[COMPANY.customer, COMPANY.branch]],
  }
  const exactly = { query: 'count=exact', condition: floor.standard!, values: [] }
  return [
    ...callsOf(floor),
    listOf(floor, 'list, counted exactly', exactly, 1, { exactly: true }),
    listOf(asShown(floor), 'list as its screen asks', { ...exactly, query: `fields=${DEFAULT_COLUMNS}` }),
    listOf(floor, "one company's list", own, 1, { account: 'customer' }),
  ]
}

/** The default columns of the devices' table. */
const DEFAULT_COLUMNS =
  'battery,battery_voltage,company_id,connection_status,label,last_record_date,level,level_source,ports,public_id,signal_quality,upload_interval'

function asShown(floor: KindFloor): KindFloor {
  return {
    ...floor,
    columns: `t.device_id, t.public_id, t.label, t.company_id, t.last_record_date, t.battery, t.signal_quality,
      t.upload_interval, t.created_at, t.updated_at, c.company as company_title, ${CONNECTION}, ${TANKS} as ports`,
    joins: `join companies c on c.company_id = t.company_id left join device_states ds on ds.device_id = t.device_id`,
  }
}

/** The connection status of a device; its state is `ds`. */
const CONNECTION = `case when t.last_record_date is null then 'never'
    when t.last_record_date >= now() - 1.5 * make_interval(hours => t.upload_interval) then 'online'
    when t.last_record_date >= now() - 3 * make_interval(hours => t.upload_interval) then 'late'
    else 'offline' end as connection_status, ds.due_at, ds.battery_voltage`

function withTanks({ ports, ...device }: Row): object {
  const tanks = (ports as Tank[]).map(tankSummary)
  const level = LEVELS.find((item) => tanks.some((tank) => tank.level === item)) ?? 'unknown'
  const source = tanks.find((tank) => tank.level === level)?.level_source ?? 'measured'
  return { ...device, level, level_source: source, ports: tanks }
}
