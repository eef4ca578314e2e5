import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { applyEvent, replayEvents, type StopState } from '#core/domains/shipments/driver/applyEvent.ts'
import type { DriverDay, DriverRound, DriverStop } from '#core/domains/shipments/driver/driverCalls.ts'
import type {
  DriverEvent,
  DriverEventBodies,
  DriverEventKind,
} from '#core/domains/shipments/driver/driverEvents.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { usePersistedState } from '#web/platform/usePersistedState.ts'
import { PhoneStore, type StoredEvent, type StoredGateCode, type StoredPicture } from './phone/phoneStore.ts'
import { prepareForRoad } from './phone/prepareForRoad.ts'
import { sendPending } from './phone/sendPending.ts'
import { usePositionSharing, useReportPosition } from './phone/useReportPosition.ts'

/** Polling interval of the day, ms: levels change while a tank is filled. */
const POLL_MS = 20_000

/** A stop with its state: the server's, plus this phone's events. */
export interface DayStop extends DriverStop {
  round: DriverRound
  facts: { loads: { shipment_detail_id: number; isGas: boolean }[] }
  /** The server's state alone. */
  known: StopState
  state: StopState
}

interface StoredData {
  day: DriverDay | undefined
  events: StoredEvent[]
  codes: StoredGateCode[]
  ready: Readonly<Record<number, string>>
}

/** The place of an event: a stop of a round, or the round as a whole. */
export interface EventPlace {
  shipment_id: number
  stop_id: number | null
}

/** The day of the signed-in driver as stored on this phone, and the functions that record events. */
export function useDriverDay() {
  const { store, stored, isReached, isSending, show, send } = useStoredDay()
  const onTheRoad = useMemo(() => roundsOnTheRoad(stored), [stored])
  const sharing = usePositionSharing(onTheRoad)
  const whereabouts = usePosition(sharing.isSharing && onTheRoad.length > 0)
  useReportPosition(onTheRoad, whereabouts.position, sharing.isSharing)
  const { record, isStoring } = useRecorder({ store, show, send })
  const stops = useMemo(() => stopsOf(stored?.day, stored?.events ?? []), [stored])
  return {
    day: stored?.day,
    isRead: stored !== undefined,
    stops,
    // A step that is still being stored is not sent either.
    unsent: Math.max((stored?.events ?? []).filter(({ isSent }) => !isSent).length, isStoring ? 1 : 0),
    events: stored?.events ?? [],
    isReached,
    isSending,
    record,
    sendNow: async () => (store ? send(store) : false),
    ...whereabouts,
    ...sharing,
    gateCodes: stored?.codes ?? [],
    /** Rounds prepared on this phone, with the time. */
    ready: stored?.ready ?? {},
    /** Reads everything that a round needs offline, and stores when. */
    prepare: async (shipment_id: number) => {
      if (!store || !(await prepareForRoad(() => send(store, shipment_id)))) return false
      await store.markReady(shipment_id, new Date().toISOString())
      await show(store)
      return true
    },
  }
}

function roundsOnTheRoad(stored: StoredData | undefined): number[] {
  return (stored?.day?.rounds ?? [])
    .filter(({ status_id }) => status_id === SHIPMENT_STATUS.in_route)
    .map(({ shipment_id }) => shipment_id)
    .filter((shipment_id) => !hasEvent(stored?.events ?? [], 'round_closed', shipment_id))
}

/** Reads the store again, for the screen. */
type Show = (from: PhoneStore) => Promise<void>
/** Sends pending events, and resolves with whether the server was reached. */
type Send = (from: PhoneStore, preparing?: number) => Promise<boolean>

/** The data in the store of the signed-in driver. */
function useStoredDay() {
  const [stored, setStored] = useState<StoredData>()
  const [isReached, setIsReached] = useState(true)
  // The day is read as soon as the store is open.
  const [isSending, setIsSending] = useState(true)
  const shown = useRef<PhoneStore>(undefined)
  const show: Show = useCallback(async (from) => {
    const [day, events] = [await from.day(), await from.events()]
    const [codes, ready] = [await from.gateCodes(), await from.readyRounds()]
    if (shown.current === from) setStored({ day, events, codes, ready })
  }, [])
  const send: Send = useCallback(
    async (from, preparing) => {
      setIsSending(true)
      const isDone = await sendPending(from, preparing).then(
        () => true,
        () => false,
      )
      if (shown.current !== from) return false
      setIsReached(isDone)
      setIsSending(false)
      await show(from)
      return isDone
    },
    [show],
  )
  const store = useOpenStore(shown, show, send)
  return { store, stored, isReached, isSending, show, send }
}

/**
 * Opens the store of the signed-in driver; sends at once, then regularly and whenever the network or the page is back.
 * @param shown the store on the screen; undefined once it is closed
 */
function useOpenStore(shown: RefObject<PhoneStore | undefined>, show: Show, send: Send) {
  const { user_id } = useUser()
  const [store, setStore] = useState<PhoneStore>()
  useEffect(() => {
    let opened: PhoneStore | undefined
    let isGone = false
    void PhoneStore.open(user_id).then(async (fresh) => {
      if (isGone) return fresh.close()
      opened = fresh
      shown.current = fresh
      setStore(fresh)
      // Requested once, so that the browser does not clear the data when the disk is full.
      void navigator.storage?.persist?.()
      await show(fresh)
      await send(fresh)
    })
    const again = () => {
      if (opened && document.visibilityState === 'visible') void send(opened)
    }
    const timer = setInterval(again, POLL_MS)
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      isGone = true
      shown.current = undefined
      clearInterval(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
      opened?.close()
    }
  }, [user_id, shown, show, send])
  return store
}

interface RecorderProps {
  store: PhoneStore | undefined
  show: Show
  send: Send
}

/** Stores the driver's entries. */
function useRecorder({ store, show, send }: RecorderProps) {
  const [storing, setStoring] = useState<Promise<void>>()
  const keep = async (
    { shipment_id, stop_id }: EventPlace,
    newEvents: readonly NewEvent[],
    picture?: StoredPicture,
  ): Promise<void> => {
    if (!store) return
    const at = new Date().toISOString()
    await store.append(
      newEvents.map(
        ([kind, body]) => ({ event_id: newId(), shipment_id, stop_id, kind, at, body }) as DriverEvent,
      ),
      picture,
    )
    void sendInBackground()
    await show(store)
    void send(store)
  }
  /**
   * Stores events and shows them. While a step is being stored it is still shown; a second press of its button adds nothing
   * and resolves with the first. A picture is never a second press.
   */
  const record = (
    place: EventPlace,
    newEvents: readonly NewEvent[],
    picture?: StoredPicture,
  ): Promise<void> => {
    if (picture) return keep(place, newEvents, picture)
    if (storing) return storing
    const pending = keep(place, newEvents).finally(() => setStoring(undefined))
    setStoring(pending)
    return pending
  }
  return { record, isStoring: storing !== undefined }
}

/** A kind of event with its body. */
export type NewEvent = {
  [Kind in DriverEventKind]: readonly [Kind, DriverEventBodies[Kind]]
}[DriverEventKind]

export type DriverDayOnPhone = ReturnType<typeof useDriverDay>

function stopsOf(day: DriverDay | undefined, events: readonly StoredEvent[]): DayStop[] {
  return (day?.rounds ?? []).flatMap((round) =>
    round.stops.map((stop) => {
      const facts = {
        loads: stop.loads.map(({ shipment_detail_id, product_group }) => ({
          shipment_detail_id,
          isGas: product_group === LIQUEFIED_GAS,
        })),
      }
      const known = replayEvents(stop.events, facts)
      const state = events
        .filter(({ event }) => event.stop_id === stop.stop_id)
        .reduce((before, { event }) => applyEvent(facts, before, event).stop, known)
      return { ...stop, round, facts, known, state }
    }),
  )
}

/** Whether this phone has recorded an event of this kind for a round. */
export function hasEvent(
  events: readonly StoredEvent[],
  kind: DriverEventKind,
  shipment_id: number,
): boolean {
  return events.some(({ event }) => event.kind === kind && event.shipment_id === shipment_id)
}

/** Whether a round is in route, by the office or by this phone. */
export function hasLeft(
  { shipment_id, status_id }: Pick<DriverRound, 'shipment_id' | 'status_id'>,
  events: readonly StoredEvent[],
): boolean {
  return status_id !== SHIPMENT_STATUS.draft || hasEvent(events, 'left', shipment_id)
}

/** The next ticket number of a company that this phone has reserved; null if none is left. */
export function nextNumber(
  day: DriverDay,
  stops: readonly DayStop[],
  events: readonly StoredEvent[],
  company_id: number,
) {
  const used = new Set([
    ...day.ticket_blocks.flatMap((block) => (block.company_id === company_id ? block.used : [])),
    ...stops.flatMap(({ state }) => state.tickets.map(({ number }) => number)),
    ...events.flatMap(({ event }) =>
      event.kind === 'delivered' || event.kind === 'correction' ? [event.body.number] : [],
    ),
  ])
  for (const { company_id: own, first_number, last_number } of day.ticket_blocks.toReversed()) {
    if (own !== company_id) continue
    for (let number = first_number; number <= last_number; number++) if (!used.has(number)) return number
  }
  return null
}

/** The quantities of one product on a round's tickets. */
export function ticketsOf(
  stops: readonly DayStop[],
  shipment_id: number,
  product_id: number,
): DayStop['state']['tickets'] {
  return stops
    .filter(({ round }) => round.shipment_id === shipment_id)
    .flatMap(({ state, loads }) =>
      state.tickets.filter((ticket) =>
        loads.some(
          (load) => load.product_id === product_id && load.shipment_detail_id === ticket.shipment_detail_id,
        ),
      ),
    )
}

/** How many events of a stop have not been sent. */
export function unsentAt(events: readonly StoredEvent[], stop_id: number): number {
  return events.filter(({ event, isSent }) => !isSent && event.stop_id === stop_id).length
}

/** A random id; browsers offer randomUUID only over https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes.set([(itemAt(bytes, 6) & 0x0f) | 0x40], 6)
  bytes.set([(itemAt(bytes, 8) & 0x3f) | 0x80], 8)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * The position of this phone, if its driver has enabled it; the browser asks for permission as well.
 * @param isReported the position is needed to report it to the office
 */
function usePosition(isReported: boolean) {
  const [isLocating, setIsLocating] = usePersistedState('driver.position', false)
  const [position, setPosition] = useState<Place>()
  useEffect(() => {
    if (!(isLocating || isReported) || !('geolocation' in navigator)) return setPosition(undefined)
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude } }) => setPosition({ latitude, longitude }),
      () => setPosition(undefined),
      { maximumAge: 60_000 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isLocating, isReported])
  return { position, isLocating, setIsLocating }
}

/** The tag of the background sync, as in `sw.js`. */
const SEND = 'driver-events'

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Asks the browser to send pending events as soon as there is a network, even if this page is closed. Without support, the
 * page sends them when it is reopened.
 */
async function sendInBackground(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration: WithSync = await navigator.serviceWorker.ready
  await registration.sync?.register(SEND).catch(() => {})
}
