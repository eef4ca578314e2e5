import { checkLoad, type Load, type Vehicle } from '#core/domains/shipments/checkLoad.ts'
import { asLoads, type ProposedLoading } from '#core/domains/shipments/loading/proposeLoading.ts'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { solveLoading } from '#server/domains/shipments/solveLoading.ts'
import type { Section } from '../report.ts'

/** Goal (s) for loading a round of 10 compartments and 20 loads. */
const GOAL = 1
const LARGE_ROUNDS = 40
const MAX_ROUNDS = 100_000
const GRADES = ['Diesel', 'Gasoline', 'Kerosene', 'Acid']

interface Drawn {
  vehicles: Vehicle[]
  loads: Load[]
  step: number
}

/**
 * Loads random rounds, each by the solver as the server calls it, and checks every solution by the rules themselves: a proposal breaks none,
 * and each litre is aboard or reported as left behind. Then measures the time of the largest rounds.
 */
export async function benchLoading(quick: boolean, seeds: number, minutes: number): Promise<Section[]> {
  const until = performance.now() + (quick ? 0.2 : minutes) * 60_000
  const random = new Random(seeds + 1)
  const more = new Random(seeds + 2)
  const startedAt = performance.now()
  let [rounds, broken, unanswered, short] = [0, 0, 0, 0]
  while (rounds < MAX_ROUNDS && performance.now() < until) {
    rounds += 1
    const drawn = smallRound(random)
    const task = more.uniform() < 0.6 ? withEverything(drawn, more) : drawn
    const found = await solveLoading(task)
    if (!found) unanswered += 1
    else {
      if (faultOf(task, found)) broken += 1
      if (found.behind.length > 0) short += 1
    }
    if (rounds % 1000 === 0) console.log(`${rounds} rounds, ${broken} wrong, ${unanswered} without an answer`)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const large: { times: number[]; busy: number[] }[] = []
  for (const hasEverything of [false, true]) {
    const times: number[] = []
    const busy: number[] = []
    for (let index = 0; index < (quick ? 3 : LARGE_ROUNDS); index += 1) {
      const drawn = largeRound(random)
      const task = hasEverything ? withEverything(drawn, more) : drawn
      const [start, used] = [performance.now(), process.cpuUsage()]
      const found = await solveLoading(task)
      times.push((performance.now() - start) / 1000)
      const { user, system } = process.cpuUsage(used)
      busy.push((user + system) / 1e6)
      if (!found) unanswered += 1
      else if (faultOf(task, found)) broken += 1
    }
    for (const all of [times, busy]) all.sort((one, other) => one - other)
    large.push({ times, busy })
  }
  const inSeconds = (value: number) => `${value.toFixed(2)} s`
  const at = (all: readonly number[], share: number) => all[Math.floor(all.length * share)]!
  const all = rounds + large.reduce((sum, { times }) => sum + times.length, 0)
  const rows = large.flatMap(({ times, busy }, which) => {
    const [median, p95] = [at(times, 0.5), at(times, 0.95)]
    const what = which === 0 ? '10 compartments, 20 loads' : 'the same with all that is below'
    return [
      `| ${what}: median of ${times.length} | ${inSeconds(median)} | < ${GOAL} s | ${median < GOAL ? 'yes' : '**no**'} |`,
      `| 95th percentile | ${inSeconds(p95)} | < ${GOAL} s | ${p95 < GOAL ? 'yes' : '**no**'} |`,
      `| slowest | ${inSeconds(times.at(-1)!)} | information | – |`,
      `| processor time: median, 95th percentile, most | ${inSeconds(at(busy, 0.5))}, ${inSeconds(at(busy, 0.95))}, ${inSeconds(busy.at(-1)!)} | information | – |`,
    ]
  })
  const body = [
    `${all.toLocaleString('en')} rounds were drawn (seed ${seeds + 1}), solved as the server does it, and judged by`,
    '`checkLoad`: no rule may be broken, and every litre is aboard or reported to stay behind.',
    '',
    '| what | measured | to reach | reached |',
    '|---|---|---|---|',
    `| rounds whose loading breaks a rule or loses a litre | ${broken} of ${all.toLocaleString('en')} | 0 | ${broken === 0 ? 'yes' : '**no**'} |`,
    `| rounds without an answer | ${unanswered} | information | – |`,
    `| rounds of which something stays behind | ${short.toLocaleString('en')} of ${rounds.toLocaleString('en')} | information | – |`,
    `| time of a small round (1–4 compartments, 1–4 loads) | ${((seconds / rounds) * 1000).toFixed(1)} ms | information | – |`,
    ...rows,
    '',
    'Of the small rounds six in ten, and the large ones of the second kind, have axles with limits, an order of unloading for several stops,',
    'products that need room to expand, and something carried over, each by chance.',
  ].join('\n')
  return [['## Loading of compartments', body]]
}

/** The error of a solution; undefined if it is correct. */
function faultOf({ vehicles, loads }: Drawn, { pieces, behind }: ProposedLoading): string | null {
  const [issue] = checkLoad(vehicles, asLoads(loads, pieces))
  if (issue) return JSON.stringify(issue)
  for (const [index, { quantity }] of loads.entries()) {
    const own = [...pieces, ...behind].filter((item) => item.index === index)
    const sum = own.reduce((litres, item) => litres + item.quantity, 0)
    if (Math.abs(sum - quantity) > 0.02 * Math.max(1, own.length)) return `${index}: ${sum} of ${quantity} L`
  }
  return null
}

const between = (random: Random, low: number, high: number) =>
  low + Math.floor(random.uniform() * (high - low + 1))
const oneOf = <T>(random: Random, all: readonly T[]) => all[Math.floor(random.uniform() * all.length)]!

function smallRound(random: Random): Drawn {
  const vehicles = Array.from({ length: between(random, 1, 2) }, () =>
    drawnVehicle(random, between(random, 1, 2)),
  )
  const loads = Array.from({ length: between(random, 1, 4) }, () => drawnLoad(random, 200, 4000))
  const compartments = vehicles.reduce((sum, { num_of_compartments: own }) => sum + own, 0)
  // Some are placed manually, one per compartment.
  if (random.uniform() < 0.2) loads[0] = { ...loads[0]!, compartment: between(random, 1, compartments) }
  const task = { vehicles, loads, step: oneOf(random, [1, 3.785411784]) }
  // A manually placed load already breaks a rule, which no solution can fix.
  const isFixedWrong =
    checkLoad(
      vehicles,
      loads.filter(({ compartment }) => compartment !== null),
    ).length > 0
  return isFixedWrong ? { ...task, loads: loads.map((load) => ({ ...load, compartment: null })) } : task
}

function largeRound(random: Random): Drawn {
  return {
    vehicles: [drawnVehicle(random, 5), drawnVehicle(random, 5)],
    loads: Array.from({ length: 20 }, () => drawnLoad(random, 400, 3500)),
    step: 3.785411784,
  }
}

/** A round with optional properties of a vehicle and its loads, each at random. */
function withEverything({ vehicles, loads, step }: Drawn, random: Random): Drawn {
  const room = GRADES.map(() => (random.uniform() < 0.3 ? between(random, 2, 20) : null))
  const roomOf = ({ grade }: { grade?: string | null }) => room[GRADES.indexOf(grade ?? '')] ?? null
  const stops = between(random, 1, loads.length)
  const fuller = loads.map((load) => ({
    ...load,
    expansion_room: roomOf(load),
    stop: between(random, 1, stops),
  }))
  const equipped = vehicles.map((vehicle) => {
    const carried = Array.from({ length: vehicle.num_of_compartments }, () => {
      const { compartment: _, quantity: __, ...product } = drawnLoad(random, 1, 2)
      return random.uniform() < 0.2 ? { ...product, liters: between(random, 20, 400) } : null
    })
    const held = { ...vehicle, ...drawnAxles(random), ...(random.uniform() < 0.5 && { carried }) }
    // No loading can fix a carried-over load that is too large on its own.
    const carriedOver = carried.flatMap((item, index) =>
      item ? [{ ...item, compartment: index + 1, quantity: item.liters, room: null }] : [],
    )
    return checkLoad([{ ...held, carried: [] }], carriedOver).length > 0 ? { ...held, carried: [] } : held
  })
  const fixed = fuller.filter(({ compartment }) => compartment !== null)
  const isFixedWrong = checkLoad(equipped, fixed).length > 0
  return {
    vehicles: equipped,
    loads: isFixedWrong ? fuller.map((load) => ({ ...load, compartment: null })) : fuller,
    step,
  }
}

function drawnAxles(random: Random): Partial<Vehicle> {
  const share = () => Math.round(random.uniform() * 12_000) / 100 - 10
  const limit = () => (random.uniform() < 0.3 ? null : between(random, 7000, 22_000))
  return {
    unloading_order: oneOf(random, ['any', 'rear_first', 'front_first']),
    ...(random.uniform() < 0.6 && {
      ...{ front_axle_limit: limit(), front_axle_empty: between(random, 3000, 6000) },
      ...{ rear_axle_limit: limit(), rear_axle_empty: between(random, 3000, 6000) },
      ...{ rear_share1: share(), rear_share2: share(), rear_share3: share() },
      ...{ rear_share4: share(), rear_share5: share() },
    }),
  }
}

function drawnVehicle(random: Random, num_of_compartments: number): Vehicle {
  const capacity = (at: number) => (at < num_of_compartments ? between(random, 1000, 9500) : 0)
  return {
    num_of_compartments,
    payload: random.uniform() < 0.5 ? 0 : between(random, 2000, 20_000),
    max_weight: random.uniform() < 0.7 ? 0 : between(random, 2000, 20_000),
    ...{ compartment1: capacity(0), compartment2: capacity(1), compartment3: capacity(2) },
    ...{ compartment4: capacity(3), compartment5: capacity(4) },
    last_products: Array.from({ length: num_of_compartments }, () =>
      random.uniform() < 0.2
        ? { product_id: 9, grade: oneOf(random, GRADES), not_followed_by: oneOf(random, GRADES) }
        : null,
    ),
  }
}

function drawnLoad(random: Random, least: number, most: number): Load {
  const grade = oneOf(random, GRADES)
  const quantity =
    random.uniform() < 0.5 ? between(random, least, most) : least + random.uniform() * (most - least)
  const tank = between(random, 1, 4)
  return {
    ...{ product_id: GRADES.indexOf(grade) + 1, grade, compartment: null },
    quantity: Math.round(quantity * 1000) / 1000,
    specific_gravity: [0.85, 0.745, 0.81, 1.1][GRADES.indexOf(grade)]!,
    not_beside: grade === 'Acid' ? 'Gasoline' : '',
    tanks: [tank],
    // All loads of a tank have the same room.
    room: tank === 1 ? 4000 : null,
  }
}
