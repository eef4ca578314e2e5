import { Anchor, Button, Center, Group, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconFilter, IconRouter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { listTanksNeedingAttention } from '#core/domains/telemetry/calls.ts'
import type { FleetState } from '#core/domains/telemetry/fleetStates.ts'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { isCustomer } from '#core/platform/loginTypes.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { initialTankCount } from '#web/domains/telemetry/device/initialCounts.ts'
import { useDevices } from '#web/domains/telemetry/device/useDevices.ts'
import { useFleetStatus } from '#web/domains/telemetry/device/useFleetStatus.ts'
import { TankCard } from '#web/domains/telemetry/tank/TankCard.tsx'
import { reading } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useDeferredCount } from '#web/ui/useDeferredCount.ts'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'
import styles from './Fleet.module.css'
import { useFleetChoice } from './useFleetChoice.ts'

/** Number of cards that are visible without scrolling; the others render later. */
const ABOVE_FOLD = 12
const ABOVE_FOLD_ON_PHONE = 3

/** The tanks that need attention, the worst first; or all tanks of the devices in one state. */
export function TanksFirstWidget({ title }: WidgetProps) {
  const { t } = useTranslation()
  const [level, choose] = useFleetChoice()
  const isEmpty = useFleetStatus().data?.total === 0
  const isPhone = useIsPhone()
  const [limit, setLimit] = useState(initialTankCount(isPhone))
  const { tanks, isError, error, refetch, hasMore } = useShownTanks(level, limit)
  const state = level && t(`telemetry.level.${level}`)
  const all = isCustomer(useUser().login_type_id) ? t('telemetry.dashboard.running_low') : title
  return (
    <WidgetPanel
      title={state ? t('telemetry.dashboard.with_state', { state }) : all}
      action={
        level && (
          <Group gap="md">
            <Anchor component="button" type="button" size="sm" onClick={() => choose(null)}>
              {t('telemetry.dashboard.show_all')}
            </Anchor>
            <Anchor component={Link} to={`/devices?level=${level}`} size="sm">
              {t('telemetry.dashboard.in_list')}
            </Anchor>
          </Group>
        )
      }
    >
      {isError && !tanks && <ErrorState error={error} onRetry={refetch} />}
      {!tanks && !isError && <Waiting />}
      {tanks?.length === 0 && <NoTanks level={level} isEmpty={isEmpty} />}
      {tanks && tanks.length > 0 && <Cards tanks={tanks} isPhone={isPhone} />}
      {hasMore && (
        <Center mt="sm">
          <Button variant="default" onClick={() => setLimit(limit + 40)}>
            {t('telemetry.dashboard.more_tanks')}
          </Button>
        </Center>
      )}
    </WidgetPanel>
  )
}

function Cards({ tanks, isPhone }: { tanks: readonly PlacedPort[]; isPhone: boolean }) {
  const shown = useDeferredCount(isPhone ? ABOVE_FOLD_ON_PHONE : ABOVE_FOLD, tanks.length)
  if (shown === 0) return <Waiting />
  return (
    <div className={styles.cards}>
      {tanks.slice(0, shown).map((tank) => (
        <TankCard key={tank.device_ports_id} tank={tank} />
      ))}
    </div>
  )
}

function useShownTanks(level: FleetState | null, limit: number) {
  const needing = useTanksNeedingAttention(limit, level === null)
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
      <EmptyState Icon={IconRouter} title={word('no_devices')} help={word('no_devices_help')}>
        {may('devices.create') && (
          <Group justify="center">
            {may('companies.create') && (
              <Button component={Link} to="/new_place">
                {word('set_up')}
              </Button>
            )}
            <Button
              component={Link}
              to="/devices/profile"
              variant={may('companies.create') ? 'default' : 'filled'}
            >
              {word('add_device')}
            </Button>
          </Group>
        )}
      </EmptyState>
    )
  if (level) return <EmptyState Icon={IconFilter} title={word('no_match')} />
  return <EmptyState Icon={IconCircleCheck} color="fine" title={word('nobody')} help={word('nobody_help')} />
}

function Waiting() {
  return (
    <div className={styles.cards}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} h={188} radius="lg" />
      ))}
    </div>
  )
}

/** The tanks that need attention, the worst first. */
function useTanksNeedingAttention(limit: number, isEnabled = true) {
  return useQuery({
    queryKey: ['devices', 'needing_someone', limit],
    queryFn: reading<typeof listTanksNeedingAttention>('/devices/needing_someone', { query: { limit } }),
    select: ({ tanks }) => tanks,
    enabled: isEnabled,
  })
}
