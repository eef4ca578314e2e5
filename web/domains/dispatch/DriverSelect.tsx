import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { people } from '#core/domains/people/people.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { useMaySelect } from '#web/resources/useMaySelect.ts'
import { useOptions } from '#web/resources/useOptions.ts'

/** Who could drive a round that nobody drives yet. */
export function DriverSelect({ onChoose }: { onChoose: (people_id: number) => void }) {
  const { t } = useTranslation()
  const mayChoose = useMaySelect()(people, shipment_planners)
  const { data = [] } = useOptions(people, mayChoose)
  if (!mayChoose) return null
  return (
    <Select
      size="xs"
      searchable
      limit={50}
      aria-label={t('dispatch.choose_driver')}
      placeholder={t('dispatch.choose_driver')}
      data={data.map(({ value, label }) => ({ value, label }))}
      value={null}
      onChange={(id) => id && onChoose(Number(id))}
    />
  )
}
