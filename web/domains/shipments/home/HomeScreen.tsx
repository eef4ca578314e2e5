import { Anchor, Button, Center, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { IconCylinder, IconGasStation, IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ORDERING_LOGIN_TYPES } from '#core/domains/orders/ordering.ts'
import type { listTanksNeedingAttention } from '#core/domains/telemetry/calls.ts'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { useDevices } from '#web/domains/telemetry/device/useDevices.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'
import { ComingDeliveries } from '../deliveries/ComingDeliveries.tsx'
import { DoneDeliveries } from '../deliveries/DoneDeliveries.tsx'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import styles from './Home.module.css'
import { HomeSummary } from './HomeSummary.tsx'
import { HomeTank } from './HomeTank.tsx'
import { MonthlyUse } from './MonthlyUse.tsx'
import { UnpaidInvoices } from './UnpaidInvoices.tsx'

/** Most urgent tanks shown at first, so that deliveries and invoices are not far below. */
const FIRST_TANKS = 6
/** Limit after "show all"; the list of devices has the rest. */
const MAX_TANKS = 199

/** A customer's first screen: tanks, coming and past deliveries, open invoices, and usage. */
export function HomeScreen() {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  const shown = useHomeTanks(isWhole ? MAX_TANKS : FIRST_TANKS)
  const hasNone = shown.data?.tanks.length === 0
  // The message differs for devices without measurements and for no devices at all.
  const devices = useDevices({ page_size: 1 }, hasNone)
  const deliveries = useDeliveries({ limit: 20 })
  const order = useOrderAddress()
  const title = t('home.title', { count: shown.data?.tanks.length ?? 0 })
  usePageTitle(title)
  if (shown.isError && !shown.data)
    return <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
  if (!shown.data) return <Waiting />
  const { tanks, hasMore } = shown.data
  return (
    <div className={styles.screen}>
      <Group justify="space-between" gap="sm">
        <Title order={1}>{title}</Title>
        {order && tanks.length > 1 && <OrderButton to={order} />}
      </Group>
      <HomeSummary next={deliveries.data?.coming[0]} />
      {hasNone ? (
        <NoTanks order={order} hasDevices={(devices.data?.page.total_records ?? 0) > 0} />
      ) : (
        <Tanks tanks={tanks} coming={deliveries.data?.coming ?? []} canOrder={order !== undefined} />
      )}
      {hasMore && <More isWhole={isWhole} onShow={() => setIsWhole(true)} />}
      <Parts deliveries={deliveries} />
    </div>
  )
}

function OrderButton({ to }: { to: string }) {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to={to}
      size="md"
      variant="default"
      leftSection={<IconGasStation size={20} aria-hidden />}
    >
      {t('telemetry.fill.order')}
    </Button>
  )
}

function NoTanks({ order, hasDevices }: { order: string | undefined; hasDevices: boolean }) {
  const { t } = useTranslation()
  return (
    <Paper>
      <EmptyState
        Icon={IconCylinder}
        title={t('home.no_tanks')}
        help={t(hasDevices ? 'home.no_levels_help' : 'home.no_tanks_help')}
      >
        {order && (
          <Button component={Link} to={order}>
            {t('telemetry.fill.order')}
          </Button>
        )}
      </EmptyState>
    </Paper>
  )
}

/** The way to the other tanks: all that fit here, then the list. */
function More({ isWhole, onShow }: { isWhole: boolean; onShow: () => void }) {
  const { t } = useTranslation()
  return (
    <Center>
      {isWhole ? (
        <Anchor component={Link} to="/devices">
          {t('home.in_list')}
        </Anchor>
      ) : (
        <Button variant="default" onClick={onShow}>
          {t('home.show_all')}
        </Button>
      )}
    </Center>
  )
}

function Parts({ deliveries }: { deliveries: ReturnType<typeof useDeliveries> }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = deliveries
  return (
    <div className={styles.parts}>
      <Stack gap="md">
        <Part title={t('deliveries.coming')} isReady={data !== undefined}>
          {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data?.coming.length === 0 && (
            <EmptyState Icon={IconTruckDelivery} title={t('deliveries.no_coming')} />
          )}
          {data && <ComingDeliveries coming={data.coming} />}
        </Part>
        <UnpaidInvoices />
      </Stack>
      <Stack gap="md">
        <MonthlyUse />
        <Part title={t('deliveries.done')} isReady={data !== undefined}>
          {data?.done.length === 0 && <EmptyState Icon={IconTruckDelivery} title={t('deliveries.no_done')} />}
          {data && <Done done={data.done} />}
        </Part>
      </Stack>
    </div>
  )
}

/** The address of the order form; undefined for users who may not order. */
function useOrderAddress(): string | undefined {
  const may = useMay()
  const { login_type_id } = useUser()
  const address = useRecordAddress()('transaction_documents')
  const mayOrder = may('transaction_documents.create') && ORDERING_LOGIN_TYPES.includes(login_type_id)
  return mayOrder ? address : undefined
}

interface TanksProps {
  tanks: readonly PlacedPort[]
  coming: Parameters<typeof ComingDeliveries>[0]['coming']
  canOrder: boolean
}

function Tanks({ tanks, coming, canOrder }: TanksProps) {
  // The next stop with this tank; if no round serves it, all open requests together.
  const next = (device_ports_id: number) => {
    const own = coming.flatMap((delivery) => {
      const loads = delivery.loads.filter((load) => load.device_ports_ids.includes(device_ports_id))
      return loads.length > 0 ? [{ ...delivery, loads }] : []
    })
    const [first] = own
    return first?.kind === 'order' ? { ...first, loads: own.flatMap(({ loads }) => loads) } : first
  }
  return (
    <div className={styles.tanks} data-few={tanks.length <= 2 || undefined}>
      {tanks.map((tank) => (
        <HomeTank
          key={tank.device_ports_id}
          tank={tank}
          next={next(tank.device_ports_id)}
          isLarge={tanks.length <= 2}
          canOrder={canOrder}
        />
      ))}
    </div>
  )
}

const MAX_SHOWN = 5

function Done({ done }: Parameters<typeof DoneDeliveries>[0]) {
  const { t } = useTranslation()
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <DoneDeliveries done={isWhole ? done : done.slice(0, MAX_SHOWN)} />
      {!isWhole && done.length > MAX_SHOWN && (
        <Center pb="sm">
          <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
            {t('home.more_deliveries', { count: done.length - MAX_SHOWN })}
          </Button>
        </Center>
      )}
    </>
  )
}

function Part({ title, isReady, children }: { title: string; isReady: boolean; children: ReactNode }) {
  return (
    <WidgetPanel title={title} isFlush>
      {isReady ? children : <Skeleton h={120} m="sm" w="auto" />}
    </WidgetPanel>
  )
}

function Waiting() {
  return (
    <div className={styles.screen}>
      <Skeleton h={36} maw={260} />
      <div className={styles.tanks}>
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} h={240} radius="lg" />
        ))}
      </div>
    </div>
  )
}

/** The user's own tanks, the worst first, and whether there are more. */
function useHomeTanks(limit: number) {
  return useQuery({
    queryKey: ['devices', 'home_tanks', limit],
    queryFn: async ({ signal }) => {
      // One more than shown reveals whether there are more.
      const { tanks } = await request<typeof listTanksNeedingAttention>('GET', '/devices/needing_someone', {
        query: { all: '1', limit: limit + 1 },
        signal,
      })
      return { tanks: tanks.slice(0, limit), hasMore: tanks.length > limit }
    },
    placeholderData: (before) => before,
  })
}
