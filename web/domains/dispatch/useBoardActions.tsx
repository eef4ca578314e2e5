import { Anchor, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import type {
  arrangeRound,
  moveLoads,
  planLoads,
  reorderRound,
  takeOff,
} from '#core/domains/dispatch/calls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { toast, toastRefusal, toastResponse } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Lifted, Need, Round, Target } from './boardTypes.ts'

const UNDO_MS = 10_000

type Arranged = NonNullable<ResponseOf<typeof planLoads>['arranged']>
type Loads = SentTo<typeof planLoads>['body']['loads']
type Changed = ResponseOf<typeof planLoads>

/** A dispatcher's actions on the board: each is one call, reports its result, and can be undone for a while. */
export function useBoardActions(nameOf: (truck_id: number) => string) {
  const { t } = useTranslation()
  const undoable = useUndoable()
  /** Unresolved results of arranging a round, by its id: shown until the round changes. */
  const [outcomes, setOutcomes] = useState<Readonly<Record<number, Arranged>>>({})
  const remember = ({ shipment_id, arranged }: Changed) => {
    if (arranged) setOutcomes((before) => ({ ...before, [shipment_id]: arranged }))
  }

  const facts = { t, nameOf, undoable, remember }
  return { isBusy: undoable.isBusy, outcomes, ...loadActions(facts), ...roundActions(facts) }
}

export type BoardActions = ReturnType<typeof useBoardActions>

interface ActionFacts {
  t: TFunction
  nameOf: (truck_id: number) => string
  undoable: Undoable
  remember: (changed: Changed) => void
}

/** Puts loads on a truck; `again` also those that are planned already. */
function planWith({ t, nameOf, undoable, remember }: ActionFacts) {
  return async (loads: Loads, target: Target, again = false) => {
    // Of several, only those that fit are put on, the most urgent first; the rest stays.
    const fitting = loads.length > 1 && !again
    const changed = await request<typeof planLoads>('POST', '/dispatch/plan', {
      body: { ...target, loads, again, fitting },
    })
    remember(changed)
    const count = loads.length - changed.left_out
    const done = [
      t('dispatch.put_done', { count, truck: nameOf(target.truck_id) }),
      changed.left_out > 0 && t('dispatch.left_out', { count: changed.left_out }),
    ]
      .filter(Boolean)
      .join('. ')
    undoable.offerUndo(done, () => takeAway(changed.shipment_id, changed.shipment_detail_ids))
  }
}

/** The actions on needs and loads. */
function loadActions(facts: ActionFacts) {
  const { t, nameOf, remember } = facts
  const { run, offer, offerUndo } = facts.undoable
  const plan = planWith(facts)
  return {
    put: (needs: readonly Need[], target: Target) => {
      const loads = needs.map(loadOf)
      // The row has already warned of the late round, so the request to plan again is explicit.
      const again = needs.length === 1 && firstOf(needs).reason === 'late_round'
      return run(
        () => plan(loads, target, again),
        (failure) => {
          const isPlanned = failure instanceof CallRefused && 'planned' in failure.body
          if (!isPlanned) return showRefusal(failure)
          offer(failure.message, t('dispatch.put_anyway'), () => plan(loads, target, true))
        },
      )
    },
    move: (from: Lifted, target: Target) =>
      run(async () => {
        const changed = await moveTo(target, from)
        remember(changed)
        const { truck_id, load_date } = from.round
        offerUndo(t('dispatch.moved', { truck: nameOf(target.truck_id) }), async () => {
          const round = { ...from.round, shipment_id: changed.shipment_id }
          const back = { round, ids: changed.shipment_detail_ids }
          if (truck_id !== null) await moveTo({ truck_id, day: load_date }, back)
        })
      }),
    takeOff: ({ round, ids }: Lifted) =>
      run(async () => {
        const { taken } = await takeAway(round.shipment_id, ids)
        const { truck_id, load_date } = round
        const loads = taken.filter(
          (item) => item.device_ports_id !== null || item.document_detail_id !== null,
        )
        const done = t('dispatch.taken_off', { count: taken.length, round: round.shipment_number })
        if (truck_id === null || loads.length === 0) return void toast(done, 'success')
        offerUndo(done, () => plan(loads, { truck_id, day: load_date }, true))
      }),
  }
}

const loadOf = ({ device_ports_id, document_detail_id }: Need) => ({ device_ports_id, document_detail_id })

function moveTo(target: Target, { round, ids }: Lifted) {
  return request<typeof moveLoads>('POST', '/dispatch/move', {
    body: { ...target, from_shipment_id: round.shipment_id, shipment_detail_ids: ids },
  })
}

/** The actions on one round as a whole. */
function roundActions({ t, undoable: { run, offerUndo }, remember }: ActionFacts) {
  return {
    reorder: (round: Round, ids: number[]) =>
      run(async () => {
        const before = round.loads.map(({ shipment_detail_id }) => shipment_detail_id)
        await putInOrder(round, ids)
        offerUndo(t('dispatch.reordered', { round: round.shipment_number }), () => putInOrder(round, before))
      }),
    arrange: (round: Round) =>
      run(async () => {
        const changed = await request<typeof arrangeRound>('POST', '/dispatch/arrange', {
          body: { shipment_id: round.shipment_id },
        })
        remember(changed)
        const isWhole = changed.arranged?.behind.length === 0
        if (isWhole) toast(t('dispatch.arranged', { round: round.shipment_number }), 'success')
      }),
    changeDay: (round: Round, to: string) =>
      run(async () => {
        const send = (day: string) => changeRound(round, { load_date: day, deliver_date: day })
        await send(to)
        offerUndo(t('dispatch.day_changed', { round: round.shipment_number }), () => send(round.load_date))
      }),
    chooseDriver: (round: Round, delivered_by: number) =>
      run(async () => {
        await changeRound(round, { delivered_by })
        toast(t('dispatch.driver_chosen', { round: round.shipment_number }), 'success')
      }),
    confirm: (round: Round, day: string) =>
      run(async () => {
        await changeRound(round, { is_firm: 1 })
        const done = t('dispatch.confirmed', { round: round.shipment_number, day })
        offerUndo(done, () => changeRound(round, { is_firm: 0 }))
      }),
    leave: ({ shipment_id }: Round) =>
      run(async () => {
        toastResponse(
          await request<RoundCalls['move']>('POST', '/shipment_planner/:shipment_id/status', {
            params: { shipment_id },
            body: { status_id: SHIPMENT_STATUS.in_route },
          }),
        )
      }),
  }
}

const putInOrder = ({ shipment_id }: Round, shipment_detail_ids: number[]) =>
  request<typeof reorderRound>('POST', '/dispatch/reorder', { body: { shipment_id, shipment_detail_ids } })

type Undoable = ReturnType<typeof useUndoable>

/** Runs one action at a time, then reads the board again; offers to undo it, or another action, for a while. */
function useUndoable() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<void>, refused: (failure: unknown) => void = showRefusal) => {
    setIsBusy(true)
    try {
      await work()
    } catch (failure) {
      refused(failure)
    }
    await client.invalidateQueries({ queryKey: [shipment_planners.name] })
    setIsBusy(false)
  }
  const offer = (done: string, action: string, work: () => Promise<void>) => {
    const id = toast(
      <Offer
        {...{ done, action }}
        onTake={() => {
          notifications.hide(id)
          void run(work)
        }}
      />,
      'info',
      UNDO_MS,
    )
  }
  const offerUndo = (done: string, undo: () => Promise<unknown>) =>
    offer(done, t('resources.undo'), async () => {
      await undo()
    })
  return { isBusy, run, offer, offerUndo }
}

function Offer({ done, action, onTake }: { done: string; action: string; onTake: () => void }) {
  return (
    <Group justify="space-between" gap="md">
      {done}
      <Anchor component="button" type="button" size="sm" fw={600} onClick={onTake}>
        {action}
      </Anchor>
    </Group>
  )
}

type RoundCalls = StandardCalls<typeof shipment_planners>

function changeRound({ shipment_id }: Round, body: SentTo<RoundCalls['update']>['body']) {
  return request<RoundCalls['update']>('PATCH', '/shipment_planner/:shipment_id', {
    params: { shipment_id },
    body,
  })
}

function takeAway(shipment_id: number, shipment_detail_ids: number[]) {
  return request<typeof takeOff>('POST', '/dispatch/take_off', { body: { shipment_id, shipment_detail_ids } })
}

/** A board has no fields: the message names the fields of a refusal. */
function showRefusal(failure: unknown): void {
  const errors = failure instanceof CallRefused && failure.code === 422 ? failure.body.errors : undefined
  const messages = errors?.map(({ message }) => message).filter(Boolean)
  if (messages && messages.length > 0) toast([...new Set(messages)].join(' '), 'error')
  else toastRefusal(failure)
}
