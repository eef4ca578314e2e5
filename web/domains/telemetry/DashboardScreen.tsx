import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Failure } from '#web/resources/Failure.tsx'
import { FLEET_STATES, type FleetState } from '#web/resources/tank/DeviceRow.ts'
import { useFleetStatus } from '#web/resources/tank/useFleetStatus.ts'
import styles from './DashboardScreen.module.css'
import { FleetBar } from './FleetBar.tsx'
import { FleetMap } from './FleetMap.tsx'
import { LiveMark } from './LiveMark.tsx'
import { OpenAlerts } from './OpenAlerts.tsx'
import { TanksFirst } from './TanksFirst.tsx'

/** Which tanks need me, and when? */
export function DashboardScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const fleet = useFleetStatus()
  const level = stateOf(params.get('level'))
  const choose = (state: FleetState | null) => setParams(state ? { level: state } : {}, { replace: true })
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <Title order={1}>{t('telemetry.dashboard.title')}</Title>
          {fleet.data && (
            <Text c="dimmed" size="sm">
              {t('telemetry.dashboard.all_devices', { count: fleet.data.total })}
            </Text>
          )}
        </Group>
        <LiveMark />
      </Group>
      {fleet.isError && !fleet.data ? (
        <Failure error={fleet.error} onRetry={fleet.refetch} />
      ) : (
        <FleetBar fleet={fleet.data} chosen={level} onChoose={choose} />
      )}
      <div className={styles.columns}>
        <TanksFirst level={level} isEmpty={fleet.data?.total === 0} onShowAll={() => choose(null)} />
        <Box className={styles.side}>
          <OpenAlerts />
          <FleetMap level={level} />
        </Box>
      </div>
    </Stack>
  )
}

function stateOf(text: string | null): FleetState | null {
  return FLEET_STATES.find((state) => state === text) ?? null
}
