import type { DriverDay } from '#core/domains/shipments/driver/driverCalls.ts'
import type { DriverEvent } from '#core/domains/shipments/driver/driverEvents.ts'

/** An event on this phone: still to be sent, or sent and not yet part of the day that was read last. */
export interface KeptEvent {
  /** Its place in the order of events; the database gives it. */
  place: number
  event: DriverEvent
  isSent: boolean
}

export interface KeptPicture {
  picture_id: string
  stop_id: number
  taken_at: string
  picture: string
}

const DAY = 'day'
const EVENTS = 'events'
const PICTURES = 'pictures'
const THE_DAY = 'day'

/** Says to the sign-out, which does not know of drivers, that something of a user is still to be sent. */
export const unsentKey = (user_id: number | string) => `ullage.unsent.${user_id}`

function settled<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

/** Done is what lies on the disk: a phone may lose its power at any moment. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/** What a driver's phone keeps, in a database of this user's own: another user of the phone never opens it. */
export class PhoneStore {
  private constructor(
    private readonly db: IDBDatabase,
    private readonly user_id: number | string,
  ) {}

  static async open(user_id: number | string): Promise<PhoneStore> {
    const asked = indexedDB.open(`ullage-driver-${user_id}`, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(DAY)
      asked.result.createObjectStore(EVENTS, { keyPath: 'place', autoIncrement: true })
      asked.result.createObjectStore(PICTURES, { keyPath: 'picture_id' })
    }
    const store = new PhoneStore(await settled(asked), user_id)
    store.announce(await store.events())
    return store
  }

  close(): void {
    this.db.close()
  }

  async day(): Promise<DriverDay | undefined> {
    return settled(this.db.transaction(DAY).objectStore(DAY).get(THE_DAY))
  }

  /** Every event that the day does not hold, in its order. */
  async events(): Promise<KeptEvent[]> {
    return settled(this.db.transaction(EVENTS).objectStore(EVENTS).getAll())
  }

  async pictures(): Promise<KeptPicture[]> {
    return settled(this.db.transaction(PICTURES).objectStore(PICTURES).getAll())
  }

  /** Keeps events, all or none, behind those that are there. */
  async append(events: readonly DriverEvent[], picture?: KeptPicture): Promise<void> {
    const transaction = this.writing([EVENTS, PICTURES])
    for (const event of events) transaction.objectStore(EVENTS).add({ event, isSent: false })
    if (picture) transaction.objectStore(PICTURES).put(picture)
    await done(transaction)
    this.announce(await this.events())
  }

  /** The server has these: whatever became of them, it keeps it. */
  async markSent(sent: readonly KeptEvent[]): Promise<void> {
    const transaction = this.writing([EVENTS])
    for (const kept of sent) transaction.objectStore(EVENTS).put({ ...kept, isSent: true })
    await done(transaction)
    this.announce(await this.events())
  }

  async dropPicture(picture_id: string): Promise<void> {
    const transaction = this.writing([PICTURES])
    transaction.objectStore(PICTURES).delete(picture_id)
    await done(transaction)
  }

  /** Keeps the day as it was read, and drops the events that had been sent before: they are part of it. */
  async keepDay(day: DriverDay, sentBefore: readonly KeptEvent[]): Promise<void> {
    const transaction = this.writing([DAY, EVENTS])
    transaction.objectStore(DAY).put(day, THE_DAY)
    for (const { place } of sentBefore) transaction.objectStore(EVENTS).delete(place)
    await done(transaction)
  }

  private writing(stores: string[]): IDBTransaction {
    return this.db.transaction(stores, 'readwrite', { durability: 'strict' })
  }

  private announce(events: readonly KeptEvent[]): void {
    const count = events.filter(({ isSent }) => !isSent).length
    if (count > 0) localStorage.setItem(unsentKey(this.user_id), String(count))
    else localStorage.removeItem(unsentKey(this.user_id))
  }
}
