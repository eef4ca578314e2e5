import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ComponentProps, lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NEED_RANKS } from '#core/domains/dispatch/judgeNeed.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { firstOf, lastOf } from '#core/platform/lists/firstOf.ts'
import { isCalendarDay } from '#core/platform/time/calendarDay.ts'
import { useVolumeUnits, type VolumeUnits } from '#web/domains/shipments/loading/useVolumeUnits.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Busy } from '#web/ui/Busy.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WhenSeen } from '#web/ui/WhenSeen.tsx'
import type { Board, Lifted, Need, Round, Truck } from './boardTypes.ts'
import { DayStrip } from './DayStrip.tsx'
import styles from './Dispatch.module.css'
import { type NeedChoice, NeedPanel } from './NeedPanel.tsx'
import { needName } from './NeedRow.tsx'
import { ProposalBar } from './proposal/ProposalBar.tsx'
import { ProposeMenu } from './proposal/ProposeMenu.tsx'
import { type ProposalWork, useProposal } from './proposal/useProposal.ts'
import { draftOf } from './roundState.ts'
import { TruckLane } from './TruckLane.tsx'
import { useNeeds, useRounds } from './useBoard.ts'
import { useBoardActions } from './useBoardActions.tsx'
import { useRequestedNeeds } from './useRequestedNeeds.ts'

const BoardMap = lazy(() => import('./BoardMap.tsx').then((m) => ({ default: m.BoardMap })))

/** Needs shown at first, and after "Show more". */
const FIRST_NEEDS = 50
const MAX_NEEDS = 200
/** Parts of the board; a phone shows one at a time. */
const PARTS = ['needs', 'trucks', 'map'] as const
type Part = (typeof PARTS)[number]

/** The dispatch board: the needs of a day, and the trucks with their rounds. */
export function DispatchScreen() {
  const { t } = useTranslation()
  const volumes = useVolumeUnits()
  const isPhone = useIsPhone()
  const [part, setPart] = useState<Part>('needs')
  const reading = useBoardReading()
  const { rounds, needs, board, list, nameOf, day, change, mayPlan } = reading
  const actions = useBoardActions(nameOf)
  const work = useProposal(nameOf)
  const error = rounds.error ?? needs.error
  // All parts at once: one that arrived alone would push the others down. Deferred: drawn in small steps, a press is answered between.
  const isRead = useDeferredValue(board !== undefined && list !== undefined && !work.isLoading)
  const shows = (one: Part) => !isPhone || part === one
  return (
    <Stack gap="sm" className={styles.screen}>
      <Group justify="space-between" gap="xs">
        <Title order={1}>{t('screens.dispatch')}</Title>
        {isPhone && <PartChoice part={part} onChange={setPart} />}
        {mayPlan && <ProposeMenu {...{ day, board, work }} today={board?.week[0]?.day} />}
      </Group>
      {error && !(board && list) ? (
        <ErrorState error={error} onRetry={() => Promise.all([rounds.refetch(), needs.refetch()])} />
      ) : !board || !list || !isRead ? (
        <Skeleton className={styles.waiting} />
      ) : (
        <>
          <DayStrip
            {...{ day, board }}
            needs={list}
            proposal={work.state?.proposal}
            onChoose={(next) => change({ day: next })}
          />
          <ProposalBar {...{ work, board, volumes, mayPlan }} />
          <Busy isBusy={rounds.isPlaceholderData || needs.isPlaceholderData || actions.isBusy}>
            <BoardArea {...{ board, list, reading, volumes, actions, work, mayPlan, shows }} />
          </Busy>
        </>
      )}
    </Stack>
  )
}

/** The content of the board by its address: the rounds of a day and the needs, those selected, and the user's planning rights. */
function useBoardReading() {
  const { choice, day: requestedDay, change } = useBoardAddress()
  const [search] = useDebouncedValue(choice.search, 250)
  const [size, setSize] = useState(FIRST_NEEDS)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rounds = useRounds(requestedDay)
  const needs = useNeeds({ ...choice, day: requestedDay, search: search || undefined, page_size: size })
  const board = rounds.data
  const list = needs.data
  const may = useMay()
  // Needs that are gone, or on a truck, are no longer selected.
  useEffect(() => {
    const keys = new Set(list?.needs.map(({ key }) => key))
    setChosen((before) =>
      [...before].every((key) => keys.has(key))
        ? before
        : new Set([...before].filter((key) => keys.has(key))),
    )
  }, [list])
  const { requested, missing } = useRequestedNeeds(needs.isFetching ? undefined : list?.needs, setChosen)
  return {
    ...{ choice, change, rounds, needs, board, list, chosen, setChosen },
    isRequested: chosen === requested,
    missing,
    day: requestedDay ?? board?.day,
    nameOf: (truck_id: number) =>
      board?.trucks.find((truck) => truck.truck_id === truck_id)?.truck_name ?? '',
    mayPlan: may('shipment_planners.create') && may('shipment_planners.update'),
    more: size < MAX_NEEDS ? () => setSize(MAX_NEEDS) : undefined,
  }
}

function PartChoice({ part, onChange }: { part: Part; onChange: (part: Part) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="sm"
      value={part}
      onChange={onChange}
      aria-label={t('dispatch.part')}
      data={PARTS.map((value) => ({ value, label: t(`dispatch.parts.${value}`) }))}
    />
  )
}

interface BoardAreaProps extends LanesProps {
  list: NonNullable<ReturnType<typeof useNeeds>['data']>
  reading: ReturnType<typeof useBoardReading>
  shows: (part: Part) => boolean
}

/** The needs, the trucks and the map, between which needs and loads are dragged. */
function BoardArea({ list, reading, shows, ...lanes }: BoardAreaProps) {
  const { board, volumes, actions, mayPlan } = lanes
  const { choice, change, chosen, setChosen, isRequested, missing, more } = reading
  const [pointed, setPointed] = useState<number | null>(null)
  const { put, drop, dragged, setDragged } = useDragging({ board, list, chosen, actions })
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }))
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }: DragStartEvent) => setDragged(active.data.current ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <div className={styles.board}>
        {shows('needs') && (
          <NeedPanel
            needs={list}
            {...{ board, volumes, choice, chosen, isRequested, missing, mayPlan }}
            isBusy={actions.isBusy}
            onChoice={change}
            onChosen={setChosen}
            onPut={put}
            onPoint={setPointed}
            onMore={more}
          />
        )}
        {(shows('trucks') || shows('map')) && (
          <div className={styles.right}>
            {shows('trucks') && <Lanes {...lanes} />}
            {shows('map') && <MapArea needs={list.needs} rounds={board.rounds} pointed={pointed} />}
          </div>
        )}
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && <Ghost {...dragged} chosen={chosen} volumes={volumes} />}
      </DragOverlay>
    </DndContext>
  )
}

function MapArea(props: ComponentProps<typeof BoardMap>) {
  const waiting = <Skeleton h={320} radius="lg" />
  return (
    <WhenSeen waiting={waiting}>
      <Suspense fallback={waiting}>
        <BoardMap {...props} />
      </Suspense>
    </WhenSeen>
  )
}

interface DraggingFacts {
  board: Board | undefined
  list: { needs: readonly Need[] } | undefined
  chosen: ReadonlySet<string>
  actions: ReturnType<typeof useBoardActions>
}

/** The data of a dragged need or load. */
interface Dragged {
  need?: Need
  lifted?: Lifted
}

/** The data of a place for a drop: a truck, a stop of a round, or the needs. */
interface DropPlace {
  truck?: Truck | null
  round?: Round
  before?: number[]
  isNeeds?: true
}

/** What is dragged, and what a drop on a truck, a stop or the needs does. */
function useDragging({ board, list, chosen, actions }: DraggingFacts) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const put = (all: readonly Need[], truck: Truck) => {
    const some = all.filter(({ quantity_liters }) => quantity_liters > 0)
    if (!board || some.length === 0) return
    const draft = draftOf(board, truck)
    void actions.put(some, {
      truck_id: truck.truck_id,
      day: board.day,
      ...(draft && { shipment_id: draft.shipment_id }),
    })
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    if (!board || !over) return
    const { need, lifted }: Dragged = active.data.current ?? {}
    const { truck, round, before, isNeeds }: DropPlace = over.data.current ?? {}
    const onto = truck ?? board.trucks.find(({ truck_id }) => truck_id === round?.truck_id)
    if (need && onto) {
      const some = chosen.has(need.key) ? (list?.needs.filter(({ key }) => chosen.has(key)) ?? []) : [need]
      put(some, onto)
    }
    if (!lifted) return
    if (isNeeds) return void actions.takeOff(lifted)
    if (round && before && round.shipment_id === lifted.round.shipment_id)
      return reorder(round, lifted.ids, before)
    if (onto && onto.truck_id !== lifted.round.truck_id) {
      void actions.move(lifted, { truck_id: onto.truck_id, day: board.day })
    }
  }
  const reorder = (round: Round, ids: number[], before: number[]) => {
    const all = round.loads.map(({ shipment_detail_id }) => shipment_detail_id)
    const isLater = all.indexOf(firstOf(ids)) < all.indexOf(firstOf(before))
    const rest = all.filter((id) => !ids.includes(id))
    const at = isLater ? rest.indexOf(lastOf(before)) + 1 : rest.indexOf(firstOf(before))
    const order = rest.toSpliced(at, 0, ...ids)
    if (order.join() !== all.join()) void actions.reorder(round, order)
  }
  return { put, drop, dragged, setDragged }
}

interface LanesProps {
  board: Board
  volumes: VolumeUnits
  actions: ReturnType<typeof useBoardActions>
  work: ProposalWork
  mayPlan: boolean
}

/** The trucks side by side, those with rounds first, then the rounds without a truck. */
function Lanes(props: LanesProps) {
  const { board } = props
  const { t } = useTranslation()
  const known = new Set(board.trucks.map(({ truck_id }) => truck_id))
  const hasOthers = board.rounds.some(({ truck_id }) => truck_id === null || !known.has(truck_id))
  return (
    <section className={styles.lanes} aria-label={t('dispatch.trucks')}>
      {board.trucks.map((truck) => (
        <TruckLane key={truck.truck_id} {...props} truck={truck} />
      ))}
      {hasOthers && <TruckLane {...props} truck={null} />}
      {board.trucks.length === 0 && !hasOthers && <Text c="dimmed">{t('dispatch.no_trucks')}</Text>}
    </section>
  )
}

/** The dragged item under the pointer. */
function Ghost({
  need,
  lifted,
  chosen,
  volumes,
}: Dragged & { chosen: ReadonlySet<string>; volumes: VolumeUnits }) {
  const { t } = useTranslation()
  const isOneOfMany = need && chosen.has(need.key) && chosen.size > 1
  const load = lifted?.round.loads.find(({ shipment_detail_id }) => shipment_detail_id === lifted.ids[0])
  return (
    <Paper shadow="md" p="xs" className={styles.ghost}>
      <Text size="sm" fw={600} truncate>
        {isOneOfMany
          ? t('dispatch.dragged', { count: chosen.size })
          : need
            ? `${needName(need)} · ${volumes.room(need.quantity_liters, null)}`
            : (load?.place ?? load?.product_title)}
      </Text>
    </Paper>
  )
}

/** Day and filters in the address, so that a board can be sent as a link. */
function useBoardAddress() {
  const [params, setParams] = useSearchParams()
  const idIn = (name: string) => {
    const text = params.get(name) ?? ''
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  }
  const rank = params.get('rank')
  const day = params.get('day') ?? ''
  const choice: NeedChoice = {
    rank: isOneOf(NEED_RANKS, rank) ? rank : undefined,
    search: params.get('search') ?? '',
    company_id: idIn('company_id'),
    product_id: idIn('product_id'),
    device_id: idIn('device_id'),
  }
  const change = (changes: Partial<NeedChoice> & { day?: string }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      // A search keeps the scroll position.
      { replace: true, preventScrollReset: true },
    )
  return { choice, day: /^\d{4}-\d\d-\d\d$/.test(day) && isCalendarDay(day) ? day : undefined, change }
}
