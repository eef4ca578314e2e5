import loadHighs from 'highs'
import {
  type ProposedLoading,
  proposeLoading,
  type Solve,
} from '#core/domains/shipments/loading/proposeLoading.ts'

/**
 * Time limits, s: of the best loading, of one of few pieces, and of all proofs together that find the binding limits. Few rounds take that
 * long, mostly long ones whose trucks are emptied in order.
 */
const MAX_SECONDS = { best: 3, quick: 0.3, proved: 2 }
const OPTIONS = {
  output_flag: false,
  threads: 1,
  // The absolute gap is in litres; a relative one would be a whole gallon on a large round.
  mip_rel_gap: 0,
  mip_abs_gap: 1e-3,
  // For programs this small, both cost more than they gain.
  mip_allow_restart: false,
  mip_heuristic_run_feasibility_jump: false,
}
const highs = loadHighs()
type Highs = Awaited<typeof highs>
type Options = Parameters<Highs['solve']>[1]

/** Solves the loading of a round with HiGHS, in a separate thread because the solver blocks. */
export async function solveLoading(
  task: Parameters<typeof proposeLoading>[0],
): Promise<ProposedLoading | null> {
  const { solve } = await highs
  let left = MAX_SECONDS.proved
  return proposeLoading(task, (text, effort): ReturnType<Solve> => {
    const time_limit = effort === 'proved' ? left : MAX_SECONDS[effort]
    if (time_limit <= 0) return null
    const startedAt = performance.now()
    const solved = solveAnyway(solve, text, { ...OPTIONS, time_limit })
    if (effort === 'proved') left -= (performance.now() - startedAt) / 1000
    if (!solved) return null
    const { Status, Columns, ObjectiveValue } = solved
    // A proof must be optimal; otherwise any feasible solution is accepted.
    const isAnswered = Status === 'Optimal' || (effort !== 'proved' && Number.isFinite(ObjectiveValue))
    return isAnswered
      ? new Map(Object.entries(Columns).map(([name, { Primal }]) => [name, Primal ?? 0]))
      : null
  })
}

/** HiGHS fails on a few programs after its presolve; it solves those without presolve. */
function solveAnyway(
  solve: Highs['solve'],
  text: string,
  options: Options,
): ReturnType<Highs['solve']> | null {
  for (const presolve of ['on', 'off'] as const) {
    try {
      return solve(text, { ...options, presolve })
    } catch {
      // Treated as if no solution was found in time.
    }
  }
  return null
}
