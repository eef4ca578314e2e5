export const CONNECTION_STATUSES = ['online', 'late', 'offline', 'never'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

const HOUR = 3_600_000

/** Upload intervals after which a silent device is late; the level of its tank is an estimate from then on. */
export const LATE_AFTER = 1.5

/** Upload intervals after which a silent device is offline, and what it said last no longer tells how the tank is. */
export const OFFLINE_AFTER = 3

/** How a device is connected, by the time of its last record (epoch ms, null = none yet). */
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
