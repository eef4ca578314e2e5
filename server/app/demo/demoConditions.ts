import type { DemoCompany } from './demoCompanies.ts'
import type { SeededRandom } from './seededRandom.ts'

/** What is the matter with a device, or with the tank on its first port. */
export type Condition =
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

/** How many of 120 devices; the rest are fine. */
const COUNTS: readonly (readonly [Condition, number])[] = [
  ['urgent', 6],
  ['mild', 12],
  ['overfill', 3],
  ['silent', 5],
  ['weak_battery', 6],
  ['frozen', 1],
  ['bad_echoes', 1],
  ['leak', 1],
  ['theft', 1],
  ['old_theft', 1],
  ['late', 3],
  ['gap', 2],
  ['suspended', 1],
  ['retired', 1],
]
const PROBES = 2

/** What the busy customer of the demo's accounts must have at least. */
const SHOWN: readonly Condition[] = ['urgent', 'mild', 'silent', 'weak_battery', 'frozen', 'leak', 'theft']

/** Hands out what is the matter, evenly by chance, and enough of it to the company with the most devices. */
export function conditionsOf(
  owners: readonly DemoCompany[],
  sizes: readonly number[],
  random: SeededRandom,
): Condition[] {
  const conditions = owners.map((): Condition => 'fine')
  const most = Math.max(...owners.map(({ devices }) => devices))
  const left = COUNTS.flatMap(([condition, count]) => Array.from({ length: count }, () => condition))
  const free = (isWanted: (index: number) => boolean) =>
    owners.flatMap((_, index) => (conditions[index] === 'fine' && isWanted(index) ? [index] : []))
  for (const condition of SHOWN) {
    conditions[random.pick(free((index) => owners[index]!.devices === most && sizes[index] !== 4))] =
      condition
    left.splice(left.indexOf(condition), 1)
  }
  for (let i = 0; i < PROBES; i += 1) conditions[random.pick(free((index) => sizes[index] === 4))] = 'probe'
  for (const condition of left) {
    conditions[random.pick(free((index) => condition !== 'weak_battery' || sizes[index] !== 4))] = condition
  }
  return conditions
}
