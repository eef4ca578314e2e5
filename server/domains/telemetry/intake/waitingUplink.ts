import type { Uplink } from '#core/domains/telemetry/uplink.ts'

export type UplinkTransport = 'http' | 'mqtt' | 'seed'

/** A command for a device. */
export interface Downlink {
  id: number
  command: number
}

/** A batch waiting to be stored. */
export interface WaitingUplink {
  device_id: number
  /** Hash of the key it was sent with, to check once the device is locked; null if the transport has checked it. */
  key_hash: Buffer | null
  uplink: Uplink
  /** As received, for the log. */
  body: string
  transport: UplinkTransport
  receivedAt: number
  address: string | null
}

/** The result of a batch, for the device that sent it. */
export interface UplinkOutcome {
  accepted: number
  duplicates: number
  refused: Uplink['refused']
  ignored: Uplink['ignored']
  commands: Downlink[]
}
