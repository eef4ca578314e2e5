import { Anchor, Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck, IconFilter, IconRouter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { useMay } from '#web/platform/session.tsx'
import { Failure } from '#web/resources/Failure.tsx'
import { Nothing } from '#web/resources/Nothing.tsx'
import type { DeviceRow, FleetState } from '#web/resources/tank/DeviceRow.ts'
import { TankCard } from '#web/resources/tank/TankCard.tsx'
import { useDevices } from '#web/resources/tank/useDevices.ts'
import { useTanksNeedingSomeone } from '#web/resources/tank/useTanksNeedingSomeone.ts'
import styles from './DashboardScreen.module.css'

const AT_FIRST = 20
/** On a phone the alerts below must not be far. */
const AT_FIRST_ON_A_PHONE = 8

interface TanksFirstProps {
  level: FleetState | null
  isEmpty: boolean
  onShowAll: () => void
}

/** The tanks that need somebody, worst first; or all tanks of the devices in one state. */
export function TanksFirst({ level, isEmpty, onShowAll }: TanksFirstProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [limit, setLimit] = useState(isPhone ? AT_FIRST_ON_A_PHONE : AT_FIRST)
  const { tanks, isError, error, refetch, hasMore } = useShownTanks(level, limit)
  const state = level && t(`telemetry.level.${level}`)
  return (
    <Stack gap="sm" component="section" aria-labelledby="tanks-first">
      <Group justify="space-between" wrap="wrap" gap="xs">
        <Title order={2} id="tanks-first">
          {state ? t('telemetry.dashboard.with_state', { state }) : t('telemetry.dashboard.needing')}
        </Title>
        {level && (
          <Group gap="md">
            <Anchor component="button" type="button" size="sm" onClick={onShowAll}>
              {t('telemetry.dashboard.show_all')}
            </Anchor>
            <Anchor component={Link} to={`/devices?level=${level}`} size="sm">
              {t('telemetry.dashboard.in_list')}
            </Anchor>
          </Group>
        )}
      </Group>
      {isError && !tanks && <Failure error={error} onRetry={refetch} />}
      {!tanks && !isError && <Waiting />}
      {tanks?.length === 0 && <NoTanks level={level} isEmpty={isEmpty} />}
      {tanks && tanks.length > 0 && (
        <div className={styles.cards}>
          {tanks.map((tank) => (
            <TankCard key={tank.device_ports_id} tank={tank} />
          ))}
        </div>
      )}
      {hasMore && (
        <Button variant="default" onClick={() => setLimit(limit + 40)} style={{ alignSelf: 'center' }}>
          {t('telemetry.dashboard.more_tanks')}
        </Button>
      )}
    </Stack>
  )
}

function useShownTanks(level: FleetState | null, limit: number) {
  const needing = useTanksNeedingSomeone(limit, level === null)
  const inState = useDevices({ level: level ?? undefined, page_size: limit, sort: 'label' }, level !== null)
  if (level === null) {
    const { data: tanks, isError, error, refetch } = needing
    return { tanks, isError, error, refetch, hasMore: tanks?.length === limit && limit < 200 }
  }
  const { data, isError, error, refetch, isPlaceholderData } = inState
  const tanks = isPlaceholderData ? undefined : data?.devices.flatMap(placed)
  return { tanks, isError, error, refetch, hasMore: (data?.page.total_records ?? 0) > limit }
}

function placed(device: DeviceRow): PlacedPort[] {
  const { device_id, public_id, label, company_title, upload_interval } = device
  return device.ports.map((tank) => ({
    ...tank,
    device_id,
    public_id,
    label,
    upload_interval,
    company: company_title ?? '',
  }))
}

function NoTanks({ level, isEmpty }: { level: FleetState | null; isEmpty: boolean }) {
  const { t } = useTranslation()
  const may = useMay()
  const word = (key: string) => t(`telemetry.dashboard.${key}`)
  if (isEmpty)
    return (
      <Paper>
        <Nothing Icon={IconRouter} title={word('no_devices')} help={word('no_devices_help')}>
          {may('devices.create') && (
            <Button component={Link} to="/devices/profile">
              {word('add_device')}
            </Button>
          )}
        </Nothing>
      </Paper>
    )
  return (
    <Paper>
      {level ? (
        <Nothing Icon={IconFilter} title={word('no_match')} />
      ) : (
        <Nothing Icon={IconCircleCheck} color="fine" title={word('nobody')} help={word('nobody_help')} />
      )}
    </Paper>
  )
}

function Waiting() {
  return (
    <div className={styles.cards}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} h={118} radius="lg" />
      ))}
    </div>
  )
}
