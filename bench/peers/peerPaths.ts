import { spread } from '../floors/measuredCall.ts'

/**
 * The peer's request in place of a call: the same rows in the same order, with the names of references and the total, but without tanks and
 * tags, whose tables it cannot read (their keys have two columns). It answers less than the product. By the names of a line: `list of
 * devices`.
 */
export function peerPaths(devices: number): ReadonlyMap<string, readonly string[]> {
  const names =
    'company_id.company,device_type_id.device_type,firmware_version_id.version,mobile_provider_id.mobile_provider'
  const fields = `fields=*,${names}`
  const active = 'filter[status][_in]=normal,demo'
  const list = `/items/devices?${fields}&limit=20&sort=public_id,device_id&meta=filter_count`
  const shown = list.replace(
    fields,
    'fields=device_id,public_id,label,company_id.company,last_record_date,battery,signal_quality,upload_interval,created_at,updated_at',
  )
  const ofCompany = 'filter[company_id][_eq]=10007'
  const like = ['public_id', 'label', 'imei', 'sim']
    .map((name, index) => `filter[_and][1][_or][${index}][${name}][_icontains]=yard%2099`)
    .join('&')
  return new Map([
    ['one record of devices', spread(devices).map((id) => `/items/devices/${id}?${fields}`)],
    ['list of devices', [`${list}&${active}`]],
    ['list, counted exactly of devices', [`${list}&${active}`]],
    ['list as its screen asks of devices', [`${shown}&${active}`]],
    ['filtered list of devices', [`${list}&${active}&${ofCompany}`]],
    ['search of devices', [`${list}&filter[_and][0][status][_in]=normal,demo&${like}`]],
  ])
}
