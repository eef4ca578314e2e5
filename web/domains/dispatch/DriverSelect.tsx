import { Select, Text } from '@mantine/core'
import { people } from '#core/domains/people/people.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useChoices } from '#web/resources/useChoices.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'

interface DriverSelectProps {
  /** The current driver. */
  driver?: { people_id: number; name: string } | undefined
  onChoose: (people_id: number) => void
}

/** Assigns the driver of a round, or another one. */
export function DriverSelect({ driver, onChoose }: DriverSelectProps) {
  const { t } = useTranslation()
  const mayChoose = useMaySelect()(people, shipment_planners)
  const { data, onSearchChange } = useChoices(
    people,
    mayChoose,
    [],
    shipment_planners.fields.delivered_by.narrowed,
  )
  if (!mayChoose) return driver ? <Text size="xs">{driver.name}</Text> : null
  const options = data.map(({ value, label }) => ({ value, label }))
  const own = driver && { value: String(driver.people_id), label: driver.name }
  return (
    <Select
      size="xs"
      searchable
      onSearchChange={onSearchChange}
      limit={50}
      aria-label={t(driver ? 'dispatch.change_driver' : 'dispatch.choose_driver')}
      placeholder={t('dispatch.choose_driver')}
      data={own && !options.some(({ value }) => value === own.value) ? [own, ...options] : options}
      value={own?.value ?? null}
      allowDeselect={false}
      onChange={(id) => id && id !== own?.value && onChoose(Number(id))}
    />
  )
}
