import type { UplinkTransport } from '#server/domains/telemetry/waitingUplink.ts'

/** What a network delivered. */
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
  /** Kept on the page of the connection, with the reason. */
  unread: number
}
