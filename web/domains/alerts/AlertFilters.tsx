import { Group, SegmentedControl } from '@mantine/core'
import { ALERT_LEVELS } from '#core/domains/alerts/alerts.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import styles from './AlertListScreen.module.css'

const STATUSES = ['open', 'acknowledged', 'snoozed', 'closed', 'all'] as const

interface AlertFiltersProps {
  status: string
  level: string | null
  onChange: (changes: Record<string, string | null>) => void
}

/** Filters alerts by status and level. */
export function AlertFilters({ status, level, onChange }: AlertFiltersProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm">
      <SegmentedControl
        size="xs"
        className={styles.statuses}
        aria-label={t('records.alerts.fields.status')}
        value={status}
        onChange={(value) => onChange({ status: value })}
        data={STATUSES.map((value) => ({ value, label: t(`alerts.statuses.${value}`) }))}
      />
      <SelectInput
        size="xs"
        clearable
        aria-label={t('records.alerts.fields.level')}
        placeholder={t('alerts.any_level')}
        value={level}
        onChange={(value) => onChange({ level: value })}
        data={ALERT_LEVELS.map((value) => ({ value, label: t(`records.alerts.choices.level.${value}`) }))}
      />
    </Group>
  )
}
