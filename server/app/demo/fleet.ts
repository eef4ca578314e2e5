import { createHmac } from 'node:crypto'
import type { StrappingPair } from '#core/domains/tanks/strapping.ts'
import { PLAIN_TANK, type TankGeometry, tankCurve } from '#core/domains/tanks/tankVolume.ts'
import fleet from '#facts/fleet.json' with { type: 'json' }
import use from '#facts/use.json' with { type: 'json' }
import { BASE_TANK_SPECS, type BaseTankSpec, geometryOf } from '../baseTankSpecs.ts'
import { PRODUCTS, TOWNS, type Town } from './facts.ts'
import type { SensorName } from './tankSensor.ts'
import type { Rhythm, TankNature } from './tankWorld.ts'

/** What is the matter with a device, or with the tank on its first port. */
type Condition =
  | 'fine'
  | 'urgent'
  | 'mild'
  | 'overfill'
  | 'silent'
  | 'weak_battery'
  | 'frozen'
  | 'drift'
  | 'bad_echoes'
  | 'leak'
  | 'theft'
  | 'old_theft'
  | 'late'
  | 'gap'
  | 'probe'
  | 'suspended'
  | 'retired'

export interface PlannedPort {
  port_number: number
  product: string
  group: string
  gravity: number
  sensor: SensorName
  /** mm */
  sensor_offset: number
  reorder_yellow: number | null
  reorder_red: number | null
  slug: string | null
  spec: BaseTankSpec | null
  /** Null when the port watches no tank. */
  tank: TankGeometry | null
  nature: TankNature
}

/** A device as `facts/fleet.json` has it. */
interface GivenDevice {
  public_id: string
  label: string
  company: string
  tags: readonly string[]
  device_type: string
  firmware: number
  imei: string
  sim: string
  provider: string
  /** Its numbers at Hologram: device and link. */
  hologram?: readonly string[]
  /** Days ago. */
  bought: number
  latitude: number
  longitude: number
  record_interval: 600 | 1800 | 3600
  upload_interval: 2 | 4
  power_mode: 1 | 2 | 3
  condition: Condition
  seed: number
  town: string
  ports: readonly GivenPort[]
}

interface GivenPort extends Pick<TankNature, 'dailyUse' | 'finalPercent' | 'leak' | 'theft'> {
  product: string
  sensor: SensorName
  sensor_offset: number
  reorder_yellow?: number
  reorder_red?: number
  /** Strapped: measured by a surveyor, who found slightly less than the drawing says. */
  tank?: { shape: string; gallons: number; strapped?: true }
  rhythm: Rhythm
}

export interface PlannedDevice extends Omit<GivenDevice, 'town' | 'ports'> {
  town: Town
  ports: readonly PlannedPort[]
}

let planned: readonly PlannedDevice[] | undefined

/** The demo's devices and tanks. */
export function demoFleet(): readonly PlannedDevice[] {
  planned ??= (fleet as readonly GivenDevice[]).map((device) => {
    const town = TOWNS.get(device.town)!
    return { ...device, town, ports: device.ports.map((port, place) => planPort(port, place, device, town)) }
  })
  return planned
}

/** The seeds of neighbours differ, so that no two tanks are used alike. */
const APART = 7

function planPort(
  { product, tank, rhythm, dailyUse, finalPercent, leak, theft, ...port }: GivenPort,
  place: number,
  device: GivenDevice,
  town: Town,
): PlannedPort {
  const { product_group: group, specific_gravity } = PRODUCTS.get(product)!
  const drawn = tank && specOf(tank)
  const isStrapped = tank?.strapped === true
  const filledTo = group === 'lpg' ? use.filledTo.lpg : use.filledTo.liquid
  return {
    ...{ reorder_yellow: null, reorder_red: null, ...port },
    ...{ port_number: place + 1, product, group, gravity: Number(specific_gravity) },
    slug: isStrapped ? 'strapping_table' : (tank?.shape ?? null),
    spec: isStrapped || !drawn ? null : drawn,
    tank: drawn ? (isStrapped ? strappedTank(geometryOf(drawn)) : geometryOf(drawn)) : null,
    nature: {
      ...{ rhythm, dailyUse, finalPercent, filledTo, town, seed: device.seed + place * APART },
      ...(leak && { leak }),
      ...(theft && { theft }),
    },
  }
}

function specOf({ shape, gallons }: { shape: string; gallons: number }): BaseTankSpec {
  return BASE_TANK_SPECS.find((one) => one.slug === shape && one.def_us_gallons === String(gallons))!
}

/** A tank as a surveyor measured it: a pair every 100 mm. */
function strappedTank(drawing: TankGeometry): TankGeometry {
  const { tankHeight, volumeAt } = tankCurve(drawing)
  const heights = Array.from({ length: Math.floor(tankHeight / 100) + 1 }, (_, i) => i * 100)
  const strapping = [...heights, Math.round(tankHeight)].map(
    (height): StrappingPair => [height, Math.round(volumeAt(height) * 9.93) / 10],
  )
  const [height, capacity] = strapping.at(-1)!
  const sides = { diameter: 0, width: 0, length: 0, height }
  return { formula: null, strapping, ...sides, ...PLAIN_TANK, capacity }
}

/** The demo's devices are played by the demo itself, so that their keys need be no secret. */
const DEMO_SECRET = 'ullage-demo-devices'

/** The key with which a device of the demo signs in. */
export function deviceKey(publicId: string): string {
  return createHmac('sha256', DEMO_SECRET).update(publicId).digest('base64url')
}
