import loadHighs from 'highs'
import {
  type ProposedLoading,
  proposeLoading,
  type Solve,
} from '#core/domains/shipments/loading/proposeLoading.ts'

/** s that a programme may take. Few pieces are a convenience: what was found in a moment counts. */
const MOST_SECONDS = { exact: 5, quick: 0.3 }
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

/** Asks HiGHS for the loading of a round; in a thread of its own, for its solver does not give way meanwhile. */
export async function solveLoading(
  task: Parameters<typeof proposeLoading>[0],
): Promise<ProposedLoading | null> {
  const { solve } = await highs
  return proposeLoading(task, (text, effort): ReturnType<Solve> => {
    const { Status, Columns, ObjectiveValue } = solve(text, { ...OPTIONS, time_limit: MOST_SECONDS[effort] })
    // An exact answer that was not proved is none; of a quick one it is told where nothing was found at all.
    const isAnswered = Status === 'Optimal' || (effort === 'quick' && Number.isFinite(ObjectiveValue))
    return isAnswered
      ? new Map(Object.entries(Columns).map(([name, { Primal }]) => [name, Primal ?? 0]))
      : null
  })
}
