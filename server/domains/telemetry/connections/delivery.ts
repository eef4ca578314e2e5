import type { UplinkTransport } from '#server/domains/telemetry/intake/waitingUplink.ts'
import type { Connection } from './openConnections.ts'

/** Data that a network delivered. */
export interface Delivery {
  /** Undefined if it is not JSON. */
  body: unknown
  text: string
  /** The device that the address named, for messages that name none. */
  device: string | null
  /** Epoch milliseconds. */
  receivedAt: number
  transport: UplinkTransport
  address: string | null
}

export interface DeliveryOutcome {
  accepted: number
  duplicates: number
  /** Stored on the page of the connection, with the reason. */
  unread: number
}

/**
 * Reads a delivery. When it returns, every message is stored, as a reading or as unread.
 * @param look finds the active connection, by its token or id; called again if it has changed meanwhile
 * @throws Refusal 401 if the connection is closed, 503 if too many records wait
 */
export type Receive = (
  look: () => Promise<Connection | undefined>,
  delivery: Delivery,
) => Promise<DeliveryOutcome>
