import { Anchor, Badge, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '#web/platform/useFormat.ts'
import { Failure } from '#web/resources/Failure.tsx'
import { Nothing } from '#web/resources/Nothing.tsx'
import { AlertItem } from '#web/resources/tank/AlertItem.tsx'
import { useAlerts } from '#web/resources/tank/useAlerts.ts'
import styles from './DashboardScreen.module.css'

const SHOWN = 20

/** What is wrong right now, newest first, and what one can do about it. */
export function OpenAlerts() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data, isError, error, refetch } = useAlerts({ status: 'open', page_size: SHOWN })
  if (isError && !data) return <Failure error={error} onRetry={refetch} />
  return (
    <Paper component="section" aria-labelledby="open-alerts">
      <Group justify="space-between" p="sm" pb={4}>
        <Group gap="xs">
          <Title order={2} id="open-alerts">
            {t('telemetry.dashboard.alerts')}
          </Title>
          {data && data.page.total_records > 0 && (
            <Badge color="urgent" variant="light">
              {number(data.page.total_records)}
            </Badge>
          )}
        </Group>
        <Anchor component={Link} to="/alerts?status=open" size="sm">
          {t('telemetry.dashboard.all_alerts')}
        </Anchor>
      </Group>
      {!data && <Waiting />}
      {data?.alerts.length === 0 && (
        <Nothing
          Icon={IconBellCheck}
          color="fine"
          title={t('telemetry.dashboard.no_alerts')}
          help={t('telemetry.dashboard.no_alerts_help')}
        />
      )}
      {data && data.alerts.length > 0 && (
        <ul className={`${styles.list} ${styles.scroll}`}>
          {data.alerts.map((alert) => (
            <AlertItem key={alert.alert_id} alert={alert} />
          ))}
        </ul>
      )}
    </Paper>
  )
}

function Waiting() {
  return (
    <Stack p="sm" gap="sm">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} h={56} />
      ))}
    </Stack>
  )
}
