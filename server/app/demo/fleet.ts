import { createHmac } from 'node:crypto'
import type { StrappingPair } from '#core/domains/tanks/volume/strapping.ts'
import { PLAIN_TANK, type TankGeometry } from '#core/domains/tanks/volume/tankVolume.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import fleet from '#facts/fleet.json' with { type: 'json' }
import use from '#facts/use.json' with { type: 'json' }
import { BASE_TANK_SPECS, type BaseTankSpec, geometryOf } from '../base/baseTankSpecs.ts'
import { PRODUCTS, TOWNS, type Town } from './facts.ts'
import type { SensorName } from './tankSensor.ts'
import type { TankNature } from './tankWorld.ts'

interface GivenPort extends Pick<TankNature, 'rhythm' | 'dailyUse' | 'finalPercent' | 'leak' | 'theft'> {
  product: string
  sensor: SensorName
  /** mm */
  sensor_offset: number
  reorder_yellow?: number
  reorder_red?: number
  /** US gallons; strapping: mm and litres, as surveyed. */
  tank?: { shape: string; gallons: number; strapping?: readonly StrappingPair[] }
}

/** A device in `facts/fleet.json`; its condition is a problem of the device or of the tank on its first port. */
interface GivenDevice extends Omit<(typeof fleet)[number], 'ports'> {
  ports: readonly GivenPort[]
}

export interface PlannedPort extends GivenPort {
  port_number: number
  group: string
  gravity: number
  spec: BaseTankSpec | undefined
  /** Null when the port watches no tank. */
  geometry: TankGeometry | null
  nature: TankNature
}

export interface PlannedDevice extends Omit<GivenDevice, 'town' | 'ports'> {
  town: Town
  ports: readonly PlannedPort[]
}

let planned: readonly PlannedDevice[] | undefined

/** The demo's devices and tanks. */
export function demoFleet(): readonly PlannedDevice[] {
  planned ??= (fleet as unknown as readonly GivenDevice[]).map((device) => {
    const town = getOrThrow(TOWNS, device.town)
    return {
      ...device,
      town,
      ports: device.ports.map((port, place) => planPort(port, place, device.seed, town)),
    }
  })
  return planned
}

/** Distance of neighbouring seeds, so that no two tanks are used alike. */
const SEED_STEP = 7

function planPort(port: GivenPort, place: number, seed: number, town: Town): PlannedPort {
  const { product_group: group, specific_gravity } = getOrThrow(PRODUCTS, port.product)
  const spec = BASE_TANK_SPECS.find(
    ({ slug, def_us_gallons }) => slug === port.tank?.shape && Number(def_us_gallons) === port.tank.gallons,
  )
  const strapping = port.tank?.strapping
  const [height = 0, capacity = 0] = strapping?.at(-1) ?? []
  const strapped = { formula: null, strapping: strapping ?? null, height, capacity }
  return {
    ...{ ...port, port_number: place + 1, group, gravity: Number(specific_gravity), spec },
    geometry: strapping
      ? { ...strapped, diameter: 0, width: 0, length: 0, ...PLAIN_TANK }
      : spec
        ? geometryOf(spec)
        : null,
    nature: {
      ...port,
      ...{ filledTo: group === 'lpg' ? use.filledTo.lpg : use.filledTo.liquid },
      ...{ town, seed: seed + place * SEED_STEP },
    },
  }
}

/** The demo plays its devices itself, so their keys need not be secret. */
const DEMO_SECRET = 'ullage-demo-devices'

/** The key with which a device of the demo signs in. */
export function deviceKey(publicId: string): string {
  return createHmac('sha256', DEMO_SECRET).update(publicId).digest('base64url')
}
