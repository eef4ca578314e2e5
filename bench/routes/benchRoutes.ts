import fs from 'node:fs'
import path from 'node:path'
import { checkRoutes } from '#core/domains/dispatch/routing/checkRoutes.ts'
import type { RoutingProblem } from '#core/domains/dispatch/routing/problem.ts'
import { costOfRoutes } from '#core/domains/dispatch/routing/scheduleRoute.ts'
import { solveRoutes } from '#core/domains/dispatch/routing/solveRoutes.ts'
import type { Section } from '../report.ts'
import { BEST_KNOWN } from './bestKnown.ts'
import { drawnInstance, PATTERNS } from './drawnInstance.ts'
import { readSolomon } from './solomonFormat.ts'

interface Instance {
  name: string
  problem: RoutingProblem
}

interface Result {
  name: string
  stops: number
  vehicles: number
  distance: number
  /** The proven minimum, or the best published value. */
  best: number | undefined
  rounds: number
  seconds: number
}

/** s of CPU: up to `MAX_SMALL_INSTANCE` stops, and above. */
const SECONDS = { few: 10, many: 60 }
const MAX_SMALL_INSTANCE = 200
/** Maximum percent above the best known value. */
const GOAL = 5

/**
 * Solves instances of the routing problem, each on one core, and checks every solution. Solomon's and Gehring and Homberger's files are read
 * from a folder if one is given; otherwise, instances are drawn after their patterns.
 */
export function benchRoutes(options: {
  quick: boolean
  only: string
  folder: string | undefined
}): Section[] {
  const { quick, only, folder } = options
  const instances = (folder ? readInstances(folder) : drawnInstances(quick)).filter(({ name }) =>
    new RegExp(only).test(name),
  )
  const results = instances.map(({ name, problem }) => {
    const found = solve(name, problem, quick)
    console.log(rowOf(found))
    return found
  })
  if (only !== '') return []
  return [[folder ? '## Routes, published instances' : '## Routes, drawn instances', bodyOf(results)]]
}

function readInstances(folder: string): Instance[] {
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => {
      const text = fs.readFileSync(path.join(folder, file), 'utf8')
      const name = path.basename(file, '.txt').toLowerCase()
      return { name, problem: readSolomon(text, !name.includes('_')) }
    })
}

function drawnInstances(quick: boolean): Instance[] {
  return (quick ? [50] : [100, 500]).flatMap((stops) =>
    PATTERNS.map((pattern) => ({ name: `${pattern} ${stops}`, problem: drawnInstance(pattern, stops) })),
  )
}

function solve(name: string, problem: RoutingProblem, quick: boolean): Result {
  const seconds = quick ? 1 : problem.stops.length <= MAX_SMALL_INSTANCE ? SECONDS.few : SECONDS.many
  // Other load on the machine does not count.
  const cpuBefore = process.cpuUsage()
  const used = () => {
    const { user, system } = process.cpuUsage(cpuBefore)
    return (user + system) / 1e6
  }
  const { routes, rounds } = solveRoutes(problem, {
    seed: 1,
    spent: () => used() / seconds,
  })
  const took = used()
  const [issue] = checkRoutes(problem, routes)
  if (issue) throw new Error(`${name}: ${JSON.stringify(issue)}`)
  return {
    name,
    stops: problem.stops.length,
    vehicles: routes.length,
    distance: costOfRoutes(problem, routes),
    best: BEST_KNOWN.get(name),
    rounds,
    seconds: took,
  }
}

const overOf = ({ distance, best }: Result) => (best === undefined ? undefined : (distance / best - 1) * 100)

function rowOf(result: Result): string {
  const { name, stops, vehicles, distance, best, rounds, seconds } = result
  const over = overOf(result)
  const text = over === undefined ? '–' : `${over.toFixed(2)} %`
  return `| ${[
    name,
    stops,
    vehicles,
    distance.toFixed(1),
    best ?? '–',
    over !== undefined && over > GOAL ? `**${text}**` : text,
    rounds.toLocaleString('en-US'),
    seconds.toFixed(1),
  ].join(' | ')} |`
}

/** C1, C2, R1 … of Solomon's; the pattern and the size of the others. */
function familyOf({ name, stops }: Result): string {
  const [pattern, kind = ''] = name.toUpperCase().match(/^[A-Z]+|[12]/g) ?? [name]
  return `${pattern}${name.includes(' ') ? '' : kind}, ${stops} stops`
}

function bodyOf(results: readonly Result[]): string {
  const families = [...new Set(results.map(familyOf))]
  const means = families.flatMap((family) => {
    const over = results
      .filter((result) => familyOf(result) === family)
      .flatMap((result) => overOf(result) ?? [])
    if (over.length === 0) return []
    const mean = over.reduce((sum, item) => sum + item, 0) / over.length
    return [`| ${family} | ${over.length} | ${mean.toFixed(2)} % | ${Math.max(...over).toFixed(2)} % |`]
  })
  const summary =
    means.length > 0
      ? `| family | instances | over the best known, mean | most |\n|---|---|---|---|\n${means.join('\n')}\n\n`
      : ''
  return `${SECONDS.few} s of CPU for up to ${MAX_SMALL_INSTANCE} stops, ${SECONDS.many} s for more, one run each with the same seed. The goal is at
most ${GOAL} % over the best known distance; what misses it is printed in bold. \`checkRoutes\` found nothing wrong with any
answer, or the run would have ended. Solomon's distances are cut to one decimal, and almost all of their best known ones are proven optima.

${summary}| instance | stops | vehicles | distance | best known | over | rounds | s |
|---|---|---|---|---|---|---|---|
${results.map(rowOf).join('\n')}
`
}
