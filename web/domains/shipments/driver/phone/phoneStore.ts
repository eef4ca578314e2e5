import type { DriverDay, DriverGateCode } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverEvent } from '#core/domains/shipments/driver/driverEvents.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'

/** An event on this phone: unsent, or sent but not yet included in the stored day. */
export interface StoredEvent {
  /** Its position in the order of events, assigned by the database. */
  place: number
  event: DriverEvent
  isSent: boolean
}

export interface StoredPicture {
  picture_id: string
  stop_id: number
  taken_at: string
  picture: string
}

/** The code of a gate on this phone. */
export interface StoredGateCode extends DriverGateCode {
  shipment_id: number
}

/** Increased when a store is added. */
const VERSION = 2
const DAY = 'day'
const EVENTS = 'events'
const PICTURES = 'pictures'
const GATE_CODES = 'gate_codes'
/** The key of the times at which rounds were prepared. */
const READY = 'ready'
const DAY_KEY = 'day'

/** Marks unsent events of a user for the sign-out, which does not know the driver's screens. */
export const unsentKey = (user_id: number | string) => `ullage.unsent.${user_id}`

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when the data is on the disk: a phone may lose its power at any moment. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/**
 * Opens the database of a driver. A newer version is accepted: stores are only ever added, and offline an older page may be
 * the one that opens.
 */
async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION)
  // Keep the data of older clients.
  request.onupgradeneeded = ({ oldVersion }) => {
    const db = request.result
    if (oldVersion < 1) {
      db.createObjectStore(DAY)
      db.createObjectStore(EVENTS, { keyPath: 'place', autoIncrement: true })
      db.createObjectStore(PICTURES, { keyPath: 'picture_id' })
    }
    db.createObjectStore(GATE_CODES, { keyPath: 'stop_id' })
  }
  try {
    return await settled(request)
  } catch (failure) {
    if (!(failure instanceof Error) || failure.name !== 'VersionError') throw failure
    return settled(indexedDB.open(name))
  }
}

/** The data of a driver's phone, in one database per user: other users of the phone never open it. */
export class PhoneStore {
  private opened: Promise<IDBDatabase> | undefined
  private isClosed = false

  private constructor(private readonly user_id: number | string) {}

  static async open(user_id: number | string): Promise<PhoneStore> {
    const store = new PhoneStore(user_id)
    store.announce(await store.events())
    return store
  }

  close(): void {
    this.isClosed = true
    void this.opened?.then(
      (db) => db.close(),
      () => {},
    )
  }

  async day(): Promise<DriverDay | undefined> {
    return settled((await this.reading(DAY)).get(DAY_KEY))
  }

  /** All events that are not part of the day, in order. */
  async events(): Promise<StoredEvent[]> {
    return settled((await this.reading(EVENTS)).getAll())
  }

  async pictures(): Promise<StoredPicture[]> {
    return settled((await this.reading(PICTURES)).getAll())
  }

  async gateCodes(): Promise<StoredGateCode[]> {
    return settled((await this.reading(GATE_CODES)).getAll())
  }

  /** Rounds prepared on this phone, with the time. */
  async readyRounds(): Promise<Readonly<Record<number, string>>> {
    return (await settled((await this.reading(DAY)).get(READY))) ?? {}
  }

  async markReady(shipment_id: number, at: string): Promise<void> {
    const ready = await this.readyRounds()
    const transaction = await this.writing([DAY])
    transaction.objectStore(DAY).put({ ...ready, [shipment_id]: at }, READY)
    await done(transaction)
  }

  /** Replaces the gate codes of a round. */
  async keepGateCodes(shipment_id: number, codes: readonly DriverGateCode[]): Promise<void> {
    const before = await this.gateCodes()
    const transaction = await this.writing([EVENTS, GATE_CODES])
    const store = transaction.objectStore(GATE_CODES)
    // The round may have been closed while its codes were loading.
    const events: StoredEvent[] = await settled(transaction.objectStore(EVENTS).getAll())
    const isClosed = events.some(
      ({ event }) => event.kind === 'round_closed' && event.shipment_id === shipment_id,
    )
    for (const item of before) if (item.shipment_id === shipment_id) store.delete(item.stop_id)
    for (const code of isClosed ? [] : codes) store.put({ ...code, shipment_id })
    await done(transaction)
  }

  /** Appends events, all or none. Closing a round deletes its gate codes. */
  async append(events: readonly DriverEvent[], picture?: StoredPicture): Promise<void> {
    const codes = await this.gateCodes()
    const transaction = await this.writing([EVENTS, PICTURES, GATE_CODES])
    for (const event of events) {
      transaction.objectStore(EVENTS).add({ event, isSent: false })
      if (event.kind !== 'round_closed') continue
      for (const { shipment_id, stop_id } of codes)
        if (shipment_id === event.shipment_id) transaction.objectStore(GATE_CODES).delete(stop_id)
    }
    if (picture) transaction.objectStore(PICTURES).put(picture)
    await done(transaction)
    this.announce(await this.events())
  }

  /** Marks events that the server has received, with any result. */
  async markSent(sent: readonly StoredEvent[]): Promise<void> {
    const transaction = await this.writing([EVENTS])
    for (const event of sent) transaction.objectStore(EVENTS).put({ ...event, isSent: true })
    await done(transaction)
    this.announce(await this.events())
  }

  async dropPicture(picture_id: string): Promise<void> {
    const transaction = await this.writing([PICTURES])
    transaction.objectStore(PICTURES).delete(picture_id)
    await done(transaction)
  }

  /**
   * Stores the day as read, and deletes the events sent before it: they are part of it. Gate codes of finished stops are
   * deleted as well.
   */
  async keepDay(day: DriverDay, sentBefore: readonly StoredEvent[]): Promise<void> {
    const codes = await this.gateCodes()
    const ahead = new Set(
      day.rounds
        .filter(({ status_id }) => status_id !== SHIPMENT_STATUS.delivered)
        .flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id)),
    )
    const transaction = await this.writing([DAY, EVENTS, GATE_CODES])
    transaction.objectStore(DAY).put(day, DAY_KEY)
    for (const { stop_id } of codes)
      if (!ahead.has(stop_id)) transaction.objectStore(GATE_CODES).delete(stop_id)
    for (const { place } of sentBefore) transaction.objectStore(EVENTS).delete(place)
    await done(transaction)
  }

  private async reading(store: string): Promise<IDBObjectStore> {
    return (await this.database()).transaction(store).objectStore(store)
  }

  private async writing(stores: string[]): Promise<IDBTransaction> {
    return (await this.database()).transaction(stores, 'readwrite', { durability: 'strict' })
  }

  /**
   * The database, opened on demand. It closes for another window with a newer version of the client, or after an error of the
   * browser; input on this page survives, and is stored in the database that replaced it.
   */
  private database(): Promise<IDBDatabase> {
    if (this.isClosed) return Promise.reject(new Error('The store was closed.'))
    this.opened ??= openDatabase(`ullage-driver-${this.user_id}`).then(
      (db) => {
        const giveWay = () => {
          db.close()
          this.opened = undefined
        }
        db.onversionchange = giveWay
        db.onclose = giveWay
        return db
      },
      (failure: unknown) => {
        this.opened = undefined
        throw failure
      },
    )
    return this.opened
  }

  private announce(events: readonly StoredEvent[]): void {
    const count = events.filter(({ isSent }) => !isSent).length
    if (count > 0) localStorage.setItem(unsentKey(this.user_id), String(count))
    else localStorage.removeItem(unsentKey(this.user_id))
  }
}
