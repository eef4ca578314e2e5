import type { Uplink } from '#core/domains/telemetry/uplink.ts'

export type UplinkTransport = 'http' | 'mqtt' | 'seed'

/** A command on its way to a device. */
export interface Downlink {
  id: number
  command: number
}

/** A batch as it waits to be stored. */
export interface WaitingUplink {
  device_id: number
  /** The key it was sent with, to be held against the device's once it is locked; null where the door did that. */
  key_hash: Buffer | null
  uplink: Uplink
  /** As it was received, for the log. */
  body: string
  door: UplinkTransport
  receivedAt: number
  address: string | null
}

/** What came of a batch, for the device that sent it. */
export interface UplinkOutcome {
  accepted: number
  duplicates: number
  refused: Uplink['refused']
  ignored: Uplink['ignored']
  commands: Downlink[]
}
