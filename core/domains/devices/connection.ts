export const CONNECTION_STATUSES = ['online', 'late', 'offline', 'never'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

const HOUR = 3_600_000

/** Upload intervals after which a silent device is late; from then on its tank's level is an estimate. */
export const LATE_AFTER = 1.5

/** Upload intervals after which a silent device is offline, and its last values are outdated. */
export const OFFLINE_AFTER = 3

/** The connection status of a device by its last record (epoch ms, null = none yet). */
export function connectionStatus(
  lastRecord: number | null,
  now: number,
  uploadIntervalHours: number,
): ConnectionStatus {
  if (lastRecord === null) return 'never'
  const age = now - lastRecord
  if (age <= LATE_AFTER * uploadIntervalHours * HOUR) return 'online'
  return now <= dueAt(lastRecord, uploadIntervalHours) ? 'late' : 'offline'
}

/** The last moment (epoch ms) at which a device with this last record is not yet offline. */
export function dueAt(lastRecord: number, uploadIntervalHours: number): number {
  return lastRecord + OFFLINE_AFTER * uploadIntervalHours * HOUR
}
