import type {
  DriverDay,
  readDriverDay,
  reserveTickets,
  revealGateCodes,
  sendDriverEvents,
  storeStopPicture,
} from '#core/domains/shipments/driver/driverCalls.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { isObject } from '#core/platform/values.ts'
import { request } from '#web/platform/calls/request.ts'
import type { PhoneStore } from './phoneStore.ts'

/** Maximum number of events in one call. */
const MAX_EVENTS = 50
/** Below this many unused numbers a phone reserves more. */
const MIN_NUMBERS = 20

let isBusy: Promise<void> | null = null

/**
 * Sends this phone's pending events in order, and reads the day again. The server applies each event once, so an interrupted
 * call is simply repeated. A request during a run starts another one afterwards.
 * @param preparing the round being prepared: its gate codes are read before it leaves
 * @throws CallRefused if the server does not respond, or the session has ended: everything stays stored
 */
export function sendPending(store: PhoneStore, preparing?: number): Promise<void> {
  const before = isBusy ?? Promise.resolve()
  const mine = before.catch(() => {}).then(() => inOneWindow(() => send(store, preparing)))
  isBusy = mine
  const clear = () => {
    if (isBusy === mine) isBusy = null
  }
  mine.then(clear, clear)
  return mine
}

/** Windows of one phone take turns, if the browser supports locks, so that the order of events holds between them. */
function inOneWindow(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request('ullage-driver-send', work) : work()
}

async function send(store: PhoneStore, preparing: number | undefined): Promise<void> {
  for (const { picture_id, ...body } of await store.pictures()) {
    await request<typeof storeStopPicture>('PUT', '/driver/pictures/:picture_id', {
      params: { picture_id },
      body,
      retries: 0,
    }).catch((failure: unknown) => {
      // A picture that is refused for good must not block deliveries.
      if (!isFinal(failure)) throw failure
    })
    await store.dropPicture(picture_id)
  }
  for (;;) {
    const batch = (await store.events()).filter(({ isSent }) => !isSent).slice(0, MAX_EVENTS)
    if (batch.length === 0) break
    await request<typeof sendDriverEvents>('POST', '/driver/events', {
      body: { events: batch.map(({ event }) => event), sent_at: new Date().toISOString() },
      retries: 0,
    })
    await store.markSent(batch)
  }
  const day = await readDay(store)
  await readGateCodes(store, day, preparing)
}

/** Reads missing or outdated gate codes of rounds on the road. */
async function readGateCodes(
  store: PhoneStore,
  day: DriverDay,
  preparing: number | undefined,
): Promise<void> {
  const stored = await store.gateCodes()
  const closed = (await store.events()).flatMap(({ event }) =>
    event.kind === 'round_closed' ? event.shipment_id : [],
  )
  for (const { shipment_id, status_id, stops } of day.rounds) {
    const isNeeded = status_id === SHIPMENT_STATUS.in_route || shipment_id === preparing
    const isMissing = stops.some(
      ({ stop_id, site, done_at }) =>
        done_at === null &&
        site?.gate_code_version != null &&
        !stored.some((code) => code.stop_id === stop_id && code.version === site.gate_code_version),
    )
    if (!isNeeded || !isMissing || closed.includes(shipment_id)) continue
    const { gate_codes } = await request<typeof revealGateCodes>('POST', '/driver/gate_codes', {
      body: { shipment_id },
      retries: 0,
    })
    await store.keepGateCodes(shipment_id, gate_codes)
  }
}

/** Reads the day with ticket numbers for its rounds. */
async function readDay(store: PhoneStore): Promise<DriverDay> {
  const sentBefore = (await store.events()).filter(({ isSent }) => isSent)
  const read = () => request<typeof readDriverDay>('GET', '/driver/day', { retries: 0 })
  let day = await read()
  const companies = new Map(day.rounds.map(({ company_id, shipment_id }) => [company_id, shipment_id]))
  let isReserved = false
  for (const [company_id, shipment_id] of companies) {
    const left = day.ticket_blocks
      .filter((block) => block.company_id === company_id)
      .reduce((sum, block) => sum + block.last_number - block.first_number + 1 - block.used.length, 0)
    if (left >= MIN_NUMBERS) continue
    await request<typeof reserveTickets>('POST', '/driver/ticket_blocks', {
      body: { shipment_id, count: 50 },
      retries: 0,
    })
    isReserved = true
  }
  if (isReserved) day = await read()
  await store.keepDay(day, sentBefore)
  return day
}

function isFinal(failure: unknown): boolean {
  const code = isObject(failure) ? failure.code : undefined
  return code === 404 || code === 413 || code === 422
}
