import loadHighs from 'highs'
import {
  type ProposedLoading,
  proposeLoading,
  type Solve,
} from '#core/domains/shipments/loading/proposeLoading.ts'

/**
 * s that a loading may take, that few pieces may take, and that all may take together that says which limits bind. Few rounds need as
 * much: long ones of trucks that are emptied in order.
 */
const MOST_SECONDS = { best: 3, quick: 0.3, proved: 2 }
const OPTIONS = {
  output_flag: false,
  threads: 1,
  // In litres: a share of them would be a whole gallon of a large round.
  mip_rel_gap: 0,
  mip_abs_gap: 1e-3,
  // Of programmes as small as these, both cost more than they find.
  mip_allow_restart: false,
  mip_heuristic_run_feasibility_jump: false,
}
const highs = loadHighs()
type Highs = Awaited<typeof highs>
type Options = Parameters<Highs['solve']>[1]

/** Asks HiGHS for the loading of a round; in a thread of its own, for its solver does not give way meanwhile. */
export async function solveLoading(
  task: Parameters<typeof proposeLoading>[0],
): Promise<ProposedLoading | null> {
  const { solve } = await highs
  let left = MOST_SECONDS.proved
  return proposeLoading(task, (text, effort): ReturnType<Solve> => {
    const time_limit = effort === 'proved' ? left : MOST_SECONDS[effort]
    if (time_limit <= 0) return null
    const begun = performance.now()
    const solved = solveAnyway(solve, text, { ...OPTIONS, time_limit })
    if (effort === 'proved') left -= (performance.now() - begun) / 1000
    if (!solved) return null
    const { Status, Columns, ObjectiveValue } = solved
    // What was to be proved and was not is no answer; of the others it is told where nothing was found at all.
    const isAnswered = Status === 'Optimal' || (effort !== 'proved' && Number.isFinite(ObjectiveValue))
    return isAnswered
      ? new Map(Object.entries(Columns).map(([name, { Primal }]) => [name, Primal ?? 0]))
      : null
  })
}

/** HiGHS ends with an error at a few programmes that its presolve has changed: those it solves as they are written. */
function solveAnyway(
  solve: Highs['solve'],
  text: string,
  options: Options,
): ReturnType<Highs['solve']> | null {
  for (const presolve of ['on', 'off'] as const) {
    try {
      return solve(text, { ...options, presolve })
    } catch {
      // As if no answer was found in time.
    }
  }
  return null
}
