import type {
  keepStopPicture,
  readDriverDay,
  reserveTickets,
  sendDriverEvents,
} from '#core/domains/shipments/driver/driverCalls.ts'
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
 * @throws CallRefused where the server does not answer, or the session has ended: everything stays here
 */
export function sendKept(store: PhoneStore): Promise<void> {
  const before = isBusy ?? Promise.resolve()
  const mine = before.catch(() => {}).then(() => inOneWindow(() => send(store)))
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

async function send(store: PhoneStore): Promise<void> {
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
      body: { events: batch.map(({ event }) => event) },
      retries: 0,
    })
    await store.markSent(batch)
  }
  await readDay(store)
}

/** Reads the day with numbers for the tickets of its rounds. */
async function readDay(store: PhoneStore): Promise<void> {
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
}

function isFinal(failure: unknown): boolean {
  const code = (failure as { code?: number }).code ?? 0
  return code === 404 || code === 413 || code === 422
}
