import { devices } from '#core/domains/devices/devices.ts'
import { placeName } from '#core/domains/devices/placeName.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { useDevices } from '#web/domains/telemetry/device/useDevices.ts'
import { roomText } from '#web/domains/telemetry/level/roomText.ts'
import { useTankName } from '#web/domains/telemetry/tank/useTankName.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import type { Option } from '#web/resources/useOptions.ts'

/** A tank among the choices, or a device whose tanks are not read. */
export interface TankOption extends Option {
  device_id: number
  tank?: PortSummary
}

/** Devices of a customer whose tanks are read at once; further ones are offered as devices. */
const MAX_DEVICES = 100

/** The tanks of a customer with product, level and room; without a customer, all devices. */
export function useTankOptions(company_id: unknown, device_id: unknown) {
  const may = useMay()
  const mayRead = may('devices.read')
  const choices = useChoices(
    devices,
    useMaySelect()(devices, transaction_documents),
    device_id ? [String(device_id)] : [],
    company_id ? { within_company: String(company_id) } : {},
  )
  const isEnabled = Boolean(company_id) && mayRead
  const list = useDevices({ company_id: Number(company_id), page_size: MAX_DEVICES }, isEnabled)
  const { data: device } = useDevice(device_id && mayRead ? Number(device_id) : undefined)
  const optionOf = useTankOption()
  const read = [...(device ? [device] : []), ...(isEnabled ? (list.data?.devices ?? []) : [])]
  const rows = new Map(read.map((row) => [String(row.device_id), row]))
  const isMissing = device && !choices.data.some(({ value }) => value === String(device.device_id))
  const offered = isMissing ? [wholeDevice(device), ...choices.data] : choices.data
  const options = offered.flatMap((choice): TankOption[] => {
    const row = rows.get(choice.value)
    if (row && row.ports.length > 0) return row.ports.map((tank) => optionOf(row, tank))
    return [{ ...choice, device_id: Number(choice.value) }]
  })
  const whole: TankOption | undefined = device && { ...wholeDevice(device), device_id: device.device_id }
  return {
    options,
    /** The chosen device. */
    whole,
    areRead: !isEnabled || (!list.isLoading && !list.isPlaceholderData),
    onSearchChange: choices.onSearchChange,
  }
}

function wholeDevice({ device_id, label, public_id, ports }: DeviceRow): Option {
  const products = ports.map(({ product }) => product)
  return { value: String(device_id), label: placeName({ label, public_id, products }) }
}

/** A tank as a choice: its place and product, with its level and room as detail. */
function useTankOption(): (device: DeviceRow, tank: PortSummary) => TankOption {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useTankName()
  return ({ device_id, label, public_id, ports }, tank) => {
    const name = nameOf({ ...tank, label, public_id })
    const isAlone = ports.filter(({ product_id }) => product_id === tank.product_id).length === 1
    const level = tank.percent === null ? null : format.quantity(tank.percent, '%', 0)
    const room = roomText(tank, format, t)
    const details = [
      level && tank.level_source === 'estimated' ? t('telemetry.estimate.about', { figure: level }) : level,
      room && t('telemetry.room', { room }),
    ]
    return {
      device_id,
      tank,
      value: `${device_id}:${tank.port_number}`,
      label: isAlone ? name : `${name} · ${t('telemetry.port', { port: tank.port_number })}`,
      detail: details.filter(Boolean).join(' · ') || t('telemetry.gauge.no_reading'),
    }
  }
}
