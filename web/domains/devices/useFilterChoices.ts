import { useTranslation } from 'react-i18next'
import { companies } from '#core/domains/companies/companies.ts'
import { device_types } from '#core/domains/devices/device_types.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { CONNECTION_STATUSES, FLEET_STATES } from '#web/resources/tank/DeviceRow.ts'
import { type Option, useOptions } from '#web/resources/useOptions.ts'
import type { FilterName } from './useDeviceListView.ts'

/** What each filter of the list can be set to; lists that must be asked for are asked for when they are wanted. */
export function useFilterChoices(isWanted: boolean): Record<FilterName, { text: string; options: Option[] }> {
  const { t } = useTranslation()
  const company = useOptions(companies, isWanted)
  const type = useOptions(device_types, isWanted)
  const tag = useOptions(tags, isWanted)
  const said = (values: readonly string[], key: (value: string) => string) =>
    values.map((value) => ({ value, label: t(key(value)) }))
  return {
    status: {
      text: 'records.devices.fields.status',
      options: [
        ...said(devices.fields.status.of, (value) => `records.devices.choices.status.${value}`),
        { value: 'all', label: t('devices.all') },
      ],
    },
    level: { text: 'devices.level', options: said(FLEET_STATES, (value) => `telemetry.level.${value}`) },
    connection_status: {
      text: 'devices.connection_status',
      options: said(CONNECTION_STATUSES, (value) => `devices.connection.${value}`),
    },
    company_id: { text: 'records.devices.fields.company_id', options: company.data ?? [] },
    device_type_id: { text: 'records.devices.fields.device_type_id', options: type.data ?? [] },
    tags: { text: 'records.tags.single', options: tag.data ?? [] },
  }
}
