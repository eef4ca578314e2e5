import type { TankGeometry } from '#core/domains/tanks/tankVolume.ts'
import type { BaseTankSpec } from '../baseTankSpecs.ts'
import type { Condition } from './demoConditions.ts'
import type { Liquid, SensorName } from './demoLiquids.ts'
import type { TankNature } from './tankWorld.ts'
import type { Town } from './towns.ts'

export interface PlannedPort {
  port_number: number
  product: string
  group: Liquid['group']
  gravity: number
  sensor: SensorName
  /** mm */
  sensorOffset: number
  yellow: number | null
  red: number | null
  slug: string | null
  spec: BaseTankSpec | null
  /** Null when the port watches no tank. */
  tank: TankGeometry | null
  nature: TankNature
}

export interface PlannedDevice {
  public_id: string
  label: string
  company: string
  tags: readonly string[]
  device_type: string
  provider: string
  firmware: number
  town: Town
  latitude: number
  longitude: number
  record_interval: number
  upload_interval: number
  power_mode: 1 | 2 | 3
  condition: Condition
  seed: number
  ports: PlannedPort[]
}
