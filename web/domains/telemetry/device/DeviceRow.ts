import type { LevelSource } from '#core/domains/alerts/alerts.ts'
import type { ConnectionStatus } from '#core/domains/devices/connection.ts'
import type { devices } from '#core/domains/devices/devices.ts'
import type { TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { RecordOf } from '#core/resources/definition.ts'

export interface DeviceTag {
  tag_id: number
  tag: string
}

/** A device of a list or its profile: its record, tanks, tags and connection. */
export interface DeviceRow extends RecordOf<typeof devices> {
  company_title: string | null
  site_title?: string | null
  device_type_title: string | null
  firmware_version_title?: string | null
  mobile_provider_title?: string | null
  connection_status: ConnectionStatus
  due_at: string | null
  battery_voltage: number | null
  level: TankLevel
  /** Whether the state of its worst tank is measured or estimated. */
  level_source: LevelSource
  ports: PortSummary[]
  tags: DeviceTag[]
}
