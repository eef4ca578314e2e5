import { Badge, Button } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { Link } from 'react-router'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecords } from '#web/resources/useRecords.ts'

/** Links from the deliveries to the meter findings, with the number of meters to prove. */
export function MetersToProve() {
  const { t } = useTranslation()
  const { data } = useRecords(meter_findings, { state: 'open', page_num: '1', page_size: '1' })
  const count = data?.total ?? 0
  return (
    <Button
      component={Link}
      to="/meter_findings"
      variant="default"
      leftSection={<IconGauge size={18} aria-hidden />}
      rightSection={count > 0 && <Badge color="urgent">{count}</Badge>}
    >
      {t('records.meter_findings.label')}
    </Button>
  )
}
