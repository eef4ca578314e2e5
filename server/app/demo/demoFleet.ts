import { builtInTankTypes } from '#core/domains/tanks/builtInTankTypes.ts'
import type { StrappingPair } from '#core/domains/tanks/strapping.ts'
import { PLAIN_TANK, type TankGeometry, tankCurve } from '#core/domains/tanks/tankVolume.ts'
import { BASE_TANK_SPECS, type BaseTankSpec } from '../baseTankSpecs.ts'
import { DEMO_COMPANIES, type DemoCompany } from './demoCompanies.ts'
import { type Condition, conditionsOf } from './demoConditions.ts'
import { type Liquid, liquidOf } from './demoLiquids.ts'
import { labelOf } from './labelOf.ts'
import type { PlannedDevice, PlannedPort } from './plannedDevice.ts'
import { type SeededRandom, seededRandom } from './seededRandom.ts'
import { withStories } from './tankStories.ts'
import type { TankNature } from './tankWorld.ts'
import { TOWNS, type Town } from './towns.ts'

const SEED = 20_260
/** How many devices have one, two and four ports: 120 devices with 240 tanks. */
const SINGLES = 44
const DUALS = 54
const TYPES: Readonly<Record<number, string>> = { 1: 'LT14 Monitor', 2: 'LT14 Dual', 4: 'LT40 Gateway' }

let planned: readonly PlannedDevice[] | undefined

/** The demo's devices and tanks, the same every time. */
export function demoFleet(): readonly PlannedDevice[] {
  planned ??= withStories(planFleet())
  return planned
}

function planFleet(): PlannedDevice[] {
  const random = seededRandom(SEED)
  const owners = DEMO_COMPANIES.flatMap((company) => Array.from({ length: company.devices }, () => company))
  const sizes = shuffled(
    owners.map((_, i) => (i < SINGLES ? 1 : i < SINGLES + DUALS ? 2 : 4)),
    random,
  )
  const conditions = conditionsOf(owners, sizes, random)
  const turns: Turns = new Map()
  const labels = new Set<string>()
  return owners.map((company, index) => {
    const size = sizes[index]!
    const place = placeOf(company, random)
    const ports = portsOf(company, { size, index, place, condition: conditions[index]! }, turns, random)
    const label = labelOf(company, place.town, ports, labels, random)
    return {
      ...place,
      ...hardwareOf({ size, condition: conditions[index]!, index }, random),
      label,
      company: company.key,
      tags: company.tags.filter(() => random.next() < 0.4),
      condition: conditions[index]!,
      seed: SEED + index * 101,
      ports,
    }
  })
}

function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  const left = [...items]
  for (let i = left.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random.next() * (i + 1))
    ;[left[i], left[j]] = [left[j]!, left[i]!]
  }
  return left
}

function placeOf({ towns }: DemoCompany, random: SeededRandom) {
  const town = TOWNS.get(random.pick(towns))!
  return {
    town,
    latitude: town.latitude + random.between(-0.09, 0.09),
    longitude: town.longitude + random.between(-0.11, 0.11),
  }
}

interface Part {
  size: number
  condition: Condition
  index: number
}

function hardwareOf({ size, condition, index }: Part, random: SeededRandom) {
  const serial = Math.floor(random.next() * 0x1000000)
    .toString(16)
    .toUpperCase()
    .padStart(6, '0')
  const isFast = condition === 'fine' && size === 1 && index % 9 === 4
  const record_interval = isFast ? 600 : index % 11 === 5 ? 1800 : 3600
  const power = condition === 'weak_battery' ? 1 : size === 4 ? 2 : random.pick([1, 1, 1, 3] as const)
  return {
    public_id: `${size === 4 ? 'LT40' : 'LT14'}-${serial}`,
    device_type: TYPES[size]!,
    provider: random.pick(['Hologram', 'Hologram', 'AT&T', 'T-Mobile', 'Verizon']),
    firmware: random.pick([121, 121, 121, 118, 118, 112]),
    record_interval,
    upload_interval: record_interval === 3600 && index % 7 === 3 ? 4 : 2,
    power_mode: power as 1 | 2 | 3,
  }
}

/** How often each liquid has been planned: its tanks and sensors take turns. */
type Turns = Map<string, number>

function portsOf(
  company: DemoCompany,
  { size, index, place, condition }: Part & { place: { town: Town } },
  turns: Turns,
  random: SeededRandom,
): PlannedPort[] {
  const first = random.next() < 0.35 ? 0 : Math.floor(random.next() * company.liquids.length)
  return Array.from({ length: size }, (_, i) => {
    const name = company.liquids[(first + i) % company.liquids.length]!
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    const liquid = liquidOf(name)
    const port = portOf(liquid, turn, i + 1, random)
    const isProbe = condition === 'probe' && i === size - 1
    const nature = natureOf(liquid, port, i === 0 ? condition : 'fine', random)
    const seed = SEED + index * 101 + i * 7
    return {
      ...(isProbe ? probeOf(port) : port),
      nature: { ...nature, seed, town: place.town },
    }
  })
}

/** A probe in the liquid tells its temperature and nothing of the tank. */
function probeOf(port: Omit<PlannedPort, 'nature'>): Omit<PlannedPort, 'nature'> {
  return { ...port, sensor: 'Temperature', slug: null, spec: null, tank: null, yellow: null, red: null }
}

function portOf(
  liquid: Liquid,
  turn: number,
  port_number: number,
  random: SeededRandom,
): Omit<PlannedPort, 'nature'> {
  const [slug, gallons] = liquid.tanks[turn % liquid.tanks.length]!
  const spec = BASE_TANK_SPECS.find((one) => one.slug === slug && one.def_us_gallons === String(gallons))!
  const sensor = liquid.sensors[turn % liquid.sensors.length]!
  const isStrapped = liquid.product === 'Gasoline 87' && turn === 5
  return {
    port_number,
    product: liquid.product,
    group: liquid.group,
    gravity: Number(liquid.gravity),
    sensor,
    sensorOffset:
      sensor === 'Pressure' ? 40 : sensor.endsWith('distance') ? random.pick([90, 120, 150]) : 25.4,
    red: random.pick([15, 15, 18, 20]),
    yellow: random.pick([30, 30, 32, 35]),
    ...(isStrapped
      ? { slug: 'strapping_table', spec: null, tank: strappedTank(geometryOf(spec)) }
      : { slug, spec, tank: geometryOf(spec) }),
  }
}

function geometryOf(spec: BaseTankSpec): TankGeometry {
  return {
    formula: builtInTankTypes.find(({ slug }) => slug === spec.slug)!.formula,
    strapping: null,
    diameter: Number(spec.metric_diameter),
    height: Number(spec.metric_height),
    width: Number(spec.metric_width),
    length: Number(spec.metric_length),
    ...PLAIN_TANK,
    capacity: Number(spec.def_liters),
  }
}

/** A tank as a surveyor measured it: a pair every 100 mm, and slightly less than the drawing says. */
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

/** Percent of the capacity to which trucks fill; a liquefied gas needs room to swell. */
const FILLED_TO = { liquid: [80, 91], lpg: [66, 76] } as const
/** What was planned for a liquid lies so much too high for a liquefied gas, at most. */
const MOST_TOO_FULL = 13

function natureOf(
  { rhythm, dailyUse, group }: Liquid,
  { yellow, red }: Pick<PlannedPort, 'yellow' | 'red'>,
  condition: Condition,
  random: SeededRandom,
): Omit<TankNature, 'seed' | 'town'> {
  const used = random.between(...dailyUse)
  const finalPercent = finalPercentOf(condition, { yellow: yellow ?? 30, red: red ?? 15 }, random)
  const filledTo = group === 'lpg' ? FILLED_TO.lpg : FILLED_TO.liquid
  const nature = {
    rhythm,
    dailyUse: used,
    filledTo,
    finalPercent:
      condition === 'overfill' || finalPercent < filledTo[1] ? finalPercent : finalPercent - MOST_TOO_FULL,
  }
  switch (condition) {
    case 'leak':
      // Little use beside it: a slow leak is told from use by how little that scatters.
      return { ...nature, dailyUse: dailyUse[0] * 0.3, leak: { perDay: 0.5, days: 25 } }
    case 'theft':
      return { ...nature, dailyUse: dailyUse[0], theft: { nights: 1, percent: 19 } }
    case 'old_theft':
      return { ...nature, dailyUse: dailyUse[0], theft: { nights: 17, percent: 13 } }
    default:
      return nature
  }
}

function finalPercentOf(
  condition: Condition,
  { yellow, red }: { yellow: number; red: number },
  random: SeededRandom,
): number {
  switch (condition) {
    case 'urgent':
      return random.between(6, red - 1.5)
    case 'mild':
      return random.between(red + 2.5, yellow - 1.5)
    case 'overfill':
      return random.between(95.8, 97.4)
    case 'theft':
      return 44
    case 'leak':
      return 47
    default:
      return random.between(yellow + 7, 86)
  }
}
