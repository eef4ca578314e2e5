import type { DemoCompany } from './demoCompanies.ts'
import type { SeededRandom } from './seededRandom.ts'
import type { Town } from './towns.ts'

const SIDES = ['east', 'west', 'north', 'south', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const

/** What people on site call a device; no two of a company are called the same. */
export function labelOf(
  { key, sites }: DemoCompany,
  { town }: Town,
  ports: readonly { product: string }[],
  taken: Set<string>,
  random: SeededRandom,
): string {
  const site = random.pick(sites)
  const shortTown = town.replace(/, .*/, '')
  const products = new Set(ports.map(({ product }) => product.replace(/ (#2|87|15W-40|feed|50%|32%)/, '')))
  const name = products.size === 1 ? `${site} – ${[...products].join()}` : `${site} – ${shortTown}`
  const names = [name, ...SIDES.map((side) => `${name} ${side}`)]
  const free = names.find((one) => !taken.has(`${key}/${one}`)) ?? `${name} ${taken.size}`
  taken.add(`${key}/${free}`)
  return free
}
