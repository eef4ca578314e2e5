import { Group, Text } from '@mantine/core'
import { IconHourglass, IconTruckDelivery } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { arrivalAhead } from '#core/domains/shipments/deliveries/arrivalAhead.ts'
import type { ComingLoad, listComingLoads } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { formatClock } from '#web/platform/format/format.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Polling interval for expected arrivals, ms. Changes of a round are updated live. */
const POLL_MS = 60_000

/** A tank, or an order. */
type Target = { readonly device_ports_id: number } | { readonly document_id: number }

const isFor = (target: Target) => (load: ComingLoad) =>
  'document_id' in target
    ? load.document_id === target.document_id && load.kind === 'stop'
    : load.done_at == null && load.device_ports_ids.includes(target.device_ports_id)

/** Debounce of a call, ms: a list is drawn in steps, and its rows do not poll at the same instant. */
const GATHER_MS = 100

let waiting: { target: Target; signal: AbortSignal }[] = []
let reading: Promise<ComingLoad[]> | undefined

/** Reads the next delivery. All rows of a list share one call; rows that are gone before it is sent are left out. */
async function readNext(target: Target, signal: AbortSignal): Promise<ComingLoad | null> {
  waiting.push({ target, signal })
  reading ??= readGathered()
  return (await reading).find(isFor(target)) ?? null
}

async function readGathered(): Promise<ComingLoad[]> {
  let count: number
  do {
    count = waiting.length
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
  } while (waiting.length > count)
  const targets = waiting.filter(({ signal }) => !signal.aborted).map(({ target }) => target)
  waiting = []
  reading = undefined
  if (targets.length === 0) return []
  const ports = targets.flatMap((one) => ('device_ports_id' in one ? one.device_ports_id : []))
  const documents = targets.flatMap((one) => ('document_id' in one ? one.document_id : []))
  const query = {
    device_ports_ids: ports.join() || undefined,
    document_ids: documents.join() || undefined,
  }
  return (await request<typeof listComingLoads>('GET', '/deliveries/coming', { query })).coming_loads
}

interface NextDeliveryProps {
  of: Target
  /** What follows, such as quantity and number on the page of a device. */
  Details?: ComponentType<{ load: ComingLoad }> | undefined
  /** Shown if there is none. */
  otherwise?: ReactNode
}

/**
 * The next delivery to a tank or for an order, or an order's delivery by a round still on the road; null without one, undefined until it
 * is read, and without a target.
 */
export function useNextDelivery(of: Target | null): ComingLoad | null | undefined {
  const may = useMay()
  const { data } = useQuery({
    // Below the shipments: a change of a round changes its deliveries.
    queryKey: ['shipment_planners', 'coming', of],
    queryFn: of && may('shipment_planners.read') ? ({ signal }) => readNext(of, signal) : skipToken,
    refetchInterval: POLL_MS,
  })
  return data
}

/** The next delivery: on the way, on a round, or ordered. */
export function NextDelivery({ of, Details, otherwise }: NextDeliveryProps) {
  const next = useNextDelivery(of)
  return next ? <Coming load={next} Details={Details} /> : otherwise
}

function Coming({ load, Details }: { load: ComingLoad } & Pick<NextDeliveryProps, 'Details'>) {
  const when = useWhen()
  const Icon = load.kind === 'stop' ? IconTruckDelivery : IconHourglass
  return (
    <Group gap={4} wrap="nowrap" data-is-extra c={load.on_the_way ? undefined : 'dimmed'} miw={0}>
      <Icon size={14} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text span size="xs" lh={1.2} fw={load.on_the_way ? 600 : undefined} miw={0} dir="auto">
        {when(load)}
        {Details && <Details load={load} />}
      </Text>
    </Group>
  )
}

/** When it comes, as precisely as known. */
function useWhen(): (load: ComingLoad) => string {
  const { t } = useTranslation()
  const { language, timeZone } = useFormat()
  const { day: dayText } = useDayText()
  const now = useNow()
  return (load) => {
    const { kind, day, time_zone, on_the_way, is_firm, done_at } = load
    const reader = { language, timeZone: time_zone }
    const clock = (instant: string) => formatClock(new Date(instant), reader, time_zone === timeZone)
    if (done_at) {
      const done = dayInZone(Date.parse(done_at), time_zone, 'UTC')
      return done === dayInZone(now, time_zone, 'UTC')
        ? t('telemetry.next.delivered_at', { time: clock(done_at) })
        : t('telemetry.next.delivered_on', { day: dayText(done) })
    }
    const arrival = arrivalAhead(load, now)
    const time = arrival && clock(arrival)
    if (on_the_way) return time ? t('telemetry.next.about', { time }) : t('telemetry.next.on_the_way')
    if (day === null) return t(`telemetry.next.${kind === 'stop' ? 'planned' : 'ordered'}`)
    if (kind === 'order') return t('telemetry.next.ordered_for', { day: dayText(day) })
    const isToday = day === dayInZone(now, time_zone, 'UTC')
    const when = isToday ? t('telemetry.next.today') : t('telemetry.next.day', { day: dayText(day) })
    // The hours of a draft still change.
    if (!is_firm) return t('telemetry.next.unconfirmed', { when })
    return time ? t('telemetry.next.at', { when, time }) : when
  }
}
