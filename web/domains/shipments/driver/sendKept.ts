import type {
  DriverDay,
  keepStopPicture,
  readDriverDay,
  reserveTickets,
  revealGateCodes,
  sendDriverEvents,
} from '#core/domains/shipments/driver/driverCalls.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { request } from '#web/platform/request.ts'
import type { PhoneStore } from './phoneStore.ts'

/** Events of one call. */
const MOST = 50
/** Numbers that are left when a phone reserves more. */
const FEW_NUMBERS = 20

let isBusy: Promise<void> | null = null

/**
 * Sends what this phone keeps, in its order, and reads the day anew. The server applies each event once, so that what broke off
 * half-way is simply sent again. Asked for while it runs, it runs once more afterwards.
 * @param preparing the round that is made ready for the road: the codes of its gates are read before it leaves
 * @throws CallRefused where the server does not answer, or the session has ended: everything stays here
 */
export function sendKept(store: PhoneStore, preparing?: number): Promise<void> {
  const before = isBusy ?? Promise.resolve()
  const mine = before.catch(() => {}).then(() => inOneWindow(() => send(store, preparing)))
  isBusy = mine
  const clear = () => {
    if (isBusy === mine) isBusy = null
  }
  mine.then(clear, clear)
  return mine
}

/** Two windows of one phone take turns, where the browser offers it: order is kept between them, too. */
function inOneWindow(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request('ullage-driver-send', work) : work()
}

async function send(store: PhoneStore, preparing: number | undefined): Promise<void> {
  for (const { picture_id, ...body } of await store.pictures()) {
    await request<typeof keepStopPicture>('PUT', '/driver/pictures/:picture_id', {
      params: { picture_id },
      body,
      retries: 0,
    }).catch((failure: unknown) => {
      // A picture that can never be kept does not hold up what was delivered.
      if (!isFinal(failure)) throw failure
    })
    await store.dropPicture(picture_id)
  }
  for (;;) {
    const batch = (await store.events()).filter(({ isSent }) => !isSent).slice(0, MOST)
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

/** Reads the codes of the gates of rounds that are on the road, as far as they are not here as they are now. */
async function readGateCodes(
  store: PhoneStore,
  day: DriverDay,
  preparing: number | undefined,
): Promise<void> {
  const kept = await store.gateCodes()
  const closed = (await store.events()).flatMap(({ event }) =>
    event.kind === 'round_closed' ? event.shipment_id : [],
  )
  for (const { shipment_id, status_id, stops } of day.rounds) {
    const isNeeded = status_id === SHIPMENT_STATUS.in_route || shipment_id === preparing
    const isMissing = stops.some(
      ({ stop_id, site, done_at }) =>
        done_at === null &&
        site?.gate_code_version != null &&
        !kept.some((code) => code.stop_id === stop_id && code.version === site.gate_code_version),
    )
    if (!isNeeded || !isMissing || closed.includes(shipment_id)) continue
    const { gate_codes } = await request<typeof revealGateCodes>('POST', '/driver/gate_codes', {
      body: { shipment_id },
      retries: 0,
    })
    await store.keepGateCodes(shipment_id, gate_codes)
  }
}

/** Reads the day with numbers for the tickets of its rounds. */
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
    if (left >= FEW_NUMBERS) continue
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
  const code = (failure as { code?: number }).code ?? 0
  return code === 404 || code === 413 || code === 422
}
