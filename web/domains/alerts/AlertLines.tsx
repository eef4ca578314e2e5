import { Checkbox, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Selection } from '#web/resources/list/useSelection.ts'
import { AlertLine } from './AlertLine.tsx'
import styles from './AlertListScreen.module.css'
import { type AlertGroup, groupAlerts } from './groupAlerts.ts'

interface AlertLinesProps {
  /** Names the list for screen readers. */
  label: string
  alerts: readonly AlertRow[]
  /** Undefined if the user may not answer alerts. */
  selection: Pick<Selection<AlertRow>, 'has' | 'toggle' | 'setPage'> | undefined
  active: number | null
  onActive: (alert_id: number) => void
}

/** Alerts as lines, grouped by place below its name. */
export function AlertLines({ label, alerts, selection, active, onActive }: AlertLinesProps) {
  const groups = groupAlerts(alerts)
  return (
    <ul className={styles.list} aria-label={label}>
      {groups.map((group) => (
        <Fragment key={group.key}>
          {group.alerts.length > 1 && <GroupLine group={group} selection={selection} />}
          {group.alerts.map((alert) => (
            <AlertLine
              key={alert.alert_id}
              alert={alert}
              isTicked={selection?.has(alert) ?? false}
              onTick={selection && (() => selection.toggle(alert))}
              isActive={active === alert.alert_id}
              onActive={() => onActive(alert.alert_id)}
              isGrouped={group.alerts.length > 1}
            />
          ))}
        </Fragment>
      ))}
    </ul>
  )
}

function GroupLine({ group, selection }: { group: AlertGroup } & Pick<AlertLinesProps, 'selection'>) {
  const { t } = useTranslation()
  const { place, alerts } = group
  const ticked = alerts.filter((alert) => selection?.has(alert)).length
  return (
    <li className={styles.group}>
      {selection && (
        <Checkbox
          size="xs"
          aria-label={t('alerts.select_place', { place })}
          checked={ticked === alerts.length}
          indeterminate={ticked > 0 && ticked < alerts.length}
          onChange={() => selection.setPage(alerts, ticked < alerts.length)}
        />
      )}
      <Text span size="xs" fw={600} dir="auto">
        {t('alerts.at_place', { count: alerts.length, place })}
      </Text>
    </li>
  )
}
