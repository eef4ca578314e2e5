import type { Candidate, Coefficients } from './candidate.ts'
import { changeOf } from './changeOf.ts'
import type { ForecastModel } from './forecastModels.ts'
import { oddDaysOf } from './oddDays.ts'
import { scatterOf } from './scatter.ts'
import { type Explanation, fitSegments, meansOf, mostLikely, type SegmentsFit } from './segments.ts'
import { type DegreeColumn, segmentsPath } from './segmentsPath.ts'
import type { Timeline } from './timeline.ts'

/** A candidate from a change-point regression over the days from `from` on. */
export function segmentsCandidate(
  { used, length }: Timeline,
  model: ForecastModel,
  prior: number,
  from: number,
  noise: number,
  { details, ...explanation }: Explanation & { details?: Coefficients },
  degreeColumn?: DegreeColumn & { degreeDays: number },
): Candidate {
  // Columns and scatter are read repeatedly: compute them once.
  const tabled = (of: (day: number) => number) => {
    const table = Float64Array.from({ length }, (_, day) => (day < from ? Number.NaN : of(day)))
    return (day: number) => table[day] ?? of(day)
  }
  const [first, second] = explanation.columns
  const quick: Explanation = {
    ...explanation,
    columns: second ? [tabled(first), tabled(second)] : [tabled(first)],
    scatter: tabled(explanation.scatter),
  }
  const fit: SegmentsFit = fitSegments(used, quick, from, noise)
  const scatter = scatterOf(fit.residuals)
  const odd = oddDaysOf(fit)
  const facts = { fit, scatter, odd, explanation, length, known: length - from, degreeColumn }
  return {
    model,
    prior,
    ...fit,
    correlation: scatter.correlation,
    path: (start, wider) => segmentsPath(facts, start, wider),
    found: () => ({
      ...details,
      ...(explanation.columns.length > 1 && coefficientsOf(fit)),
      change: changeOf(fit, degreeColumn?.degreeDays ?? 0),
    }),
  }
}

/** Base and use per degree day of the most likely segment. */
function coefficientsOf({ segments }: SegmentsFit): Coefficients {
  const leading = mostLikely(segments)
  if (!leading) return {}
  const [base, perDegreeDay] = meansOf(leading, true)
  return { base: Math.max(base, 0), perDegreeDay }
}
