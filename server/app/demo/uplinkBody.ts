import type { UplinkRecord } from '#core/domains/telemetry/uplink.ts'

/** A batch of records as a device writes it: times as text, and nothing of what it does not know. */
export function uplinkBody(records: readonly UplinkRecord[], confirm: readonly number[] = []): string {
  return JSON.stringify({
    records: records.map(({ time, ports, position, ...rest }) => ({
      time: new Date(time).toISOString(),
      ...rest,
      ...(position && { position }),
      ports: ports.map(({ port, value, temperature }) => ({
        port,
        value,
        ...(temperature !== null && { temperature }),
      })),
    })),
    ...(confirm.length > 0 && { confirm }),
  })
}
