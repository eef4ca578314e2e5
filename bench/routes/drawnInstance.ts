import type { RoutingProblem } from '#core/domains/dispatch/routing/problem.ts'
import { Random, seedOf } from '#core/domains/telemetry/forecasting/random.ts'
import { problemOf } from './solomonFormat.ts'

export const PATTERNS = ['R', 'C', 'RC'] as const
export type Pattern = (typeof PATTERNS)[number]

/**
 * An instance after Solomon's patterns: stops anywhere (R), in clusters (C) or half of each (RC), every second with a window of one hour in
 * a day of twelve.
 */
export function drawnInstance(pattern: Pattern, stops: number): RoutingProblem {
  const random = new Random(seedOf([stops, PATTERNS.indexOf(pattern)]))
  const side = 100 * Math.sqrt(stops / 100)
  const centres = Array.from({ length: Math.ceil(stops / 10) }, () => [
    random.uniform() * side,
    random.uniform() * side,
  ])
  const rows = Array.from({ length: stops }, (_, index) => {
    const isClustered = pattern === 'C' || (pattern === 'RC' && index % 2 === 0)
    const [x, y] = centres[Math.floor(random.uniform() * centres.length)]!
    const ready = Math.floor(random.uniform() * 660)
    return {
      x: isClustered ? x! + random.normal() * 4 : random.uniform() * side,
      y: isClustered ? y! + random.normal() * 4 : random.uniform() * side,
      demand: 5 + Math.floor(random.uniform() * 30),
      ready: index % 2 === 0 ? ready : 0,
      due: index % 2 === 0 ? ready + 60 : 720 - 90,
      service: 10,
    }
  })
  // Each window can be reached, and the depot afterwards.
  const middle = side / 2
  const reachable = rows.map((row) => {
    const way = Math.hypot(row.x - middle, row.y - middle)
    return {
      ...row,
      due: Math.max(row.due, Math.ceil(way)),
      ready: Math.min(row.ready, 700 - Math.ceil(way)),
    }
  })
  const depot = { x: middle, y: middle, demand: 0, ready: 0, due: 800 + Math.ceil(side), service: 0 }
  return problemOf([depot, ...reachable], stops, 200, false)
}
