import { Anchor, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { EstimateIndicator } from '../level/EstimateIndicator.tsx'
import { levelAppearanceOf } from '../level/levelAppearances.ts'
import glow from '../tank/ChangeHighlight.module.css'
import { TankActions } from '../tank/TankActions.tsx'
import { useChangeHighlight } from '../tank/useChangeHighlight.ts'
import { AlertActions } from './AlertActions.tsx'
import { AlertEvidence } from './AlertEvidence.tsx'
import { AlertNotices } from './AlertNotices.tsx'
import type { AlertRow } from './AlertRow.ts'
import { alertName, alertPlace } from './alertName.ts'
import { isAnsweredByFill } from './isAnsweredByFill.ts'
import { useAlertFate } from './useAlertFate.ts'

interface AlertItemProps {
  alert: AlertRow
  /** The device's own page does not repeat its name. */
  isOnDevice?: boolean
}

/**
 * An alert in a list: level, place, since when, its answer, and actions. Its tank is filled from its own card or page.
 * Memoized: lists draw their rows in steps, and a step must not render the earlier rows again.
 */
export const AlertItem = memo(function AlertItem({ alert, isOnDevice }: AlertItemProps) {
  const { t } = useTranslation()
  const { color, Icon } = levelAppearanceOf(alert.level)
  const isGlowing = useChangeHighlight(alert.status)
  const kind = t(`records.alerts.choices.level.${alert.level}`)
  const word = alert.level_source === 'estimated' ? t('telemetry.estimate.level', { level: kind }) : kind
  const isOver = alert.status === 'closed'
  const fate = useAlertFate(alert)
  return (
    <Group
      component="li"
      wrap="nowrap"
      align="flex-start"
      gap="sm"
      p="xs"
      className={isGlowing ? glow.glow : undefined}
    >
      <ThemeIcon color={isOver ? 'gray' : color} variant="light" size="lg" aria-hidden>
        <Icon size={18} />
      </ThemeIcon>
      <Stack gap={2} flex={1} miw={0}>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} lineClamp={2} dir="auto">
            {alert.product ? `${word} · ${alert.product}` : word}{' '}
            {alert.tank && alert.level_source === 'estimated' && (
              <EstimateIndicator tank={alert.tank} isShort />
            )}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            <RelativeTime at={alert.opened_at} />
          </Text>
        </Group>
        {!isOnDevice && <Place alert={alert} />}
        {fate && (
          <Text size="xs" c="dimmed">
            {fate}
          </Text>
        )}
        <Group gap={4}>
          <AlertActions alert={alert} />
          {isOnDevice && isAnsweredByFill(alert) && (
            <TankActions
              device_id={alert.device_id}
              port_number={alert.port_number}
              tank={alert.tank?.device_ports_id}
              name={alertName(alert)}
            />
          )}
        </Group>
        {isOnDevice && (
          <>
            <AlertEvidence alert={alert} />
            <AlertNotices alert_id={alert.alert_id} />
          </>
        )}
      </Stack>
    </Group>
  )
})

function Place({ alert }: { alert: AlertRow }) {
  const place = alertPlace(alert)
  const { device_id } = alert
  // Users know their own company.
  const company_title = useUser().company_id === alert.company_id ? null : alert.company_title
  return (
    <Text size="xs" truncate dir="auto" title={[place, company_title].filter(Boolean).join(' · ')}>
      <Anchor component={Link} to={`/devices/profile/${device_id}`} inherit>
        {place}
      </Anchor>
      <Text span c="dimmed" inherit>
        {company_title ? ` · ${company_title}` : ''}
      </Text>
    </Text>
  )
}
