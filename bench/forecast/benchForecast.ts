import { forecastLevels } from '#core/domains/telemetry/forecastLevels.ts'
import type { Section } from '../report.ts'
import { backTest, type FamilyResult, type Outcome } from './backTest.ts'
import type { Drawn } from './draws.ts'
import { FAMILIES } from './families.ts'

const HALVES: readonly Drawn[] = ['built on', 'kept back', 'fresh']
const FLEET = 100_000
const MINUTES = 10
/** The forecasts of a fleet use as many cores. */
const CORES = 2

interface Part {
  quick: boolean
  /** For one half and family, as `built on: season`. */
  only: string
  /** Tanks of each family. */
  size: number | undefined
  /** Index of the set of seeds: others than the first show how much figures vary by chance. */
  seeds: number
  /** The seed of the tanks that are drawn for this run alone; by default the day, as YYYYMMDD. */
  seed: number
}

/**
 * Scores forecasts on families of simulated tanks, against the true law of each tank. If only a part is requested it is printed, without a
 * section: the other half is for the final check of a change of the models.
 */
export function benchForecast({ quick, only, size, seeds, seed }: Part): Section[] {
  const tanks = size ?? (quick ? 15 : 300)
  const tables = HALVES.map((half) => {
    const requested = FAMILIES.filter(({ name }) => `${half}: ${name}`.includes(only))
    const results = requested.map((family) => {
      const result = backTest(family, half, { tanks, seeds: half === 'fresh' ? seed : seeds }, forecastLevels)
      console.log(`${half}: ${rowOf(result)}`)
      return result
    })
    return { half, results }
  })
  if (only !== '' || size !== undefined || seeds > 0) return []
  const all = tables.flatMap(({ results }) => results)
  const cpu = all.reduce((sum, result) => sum + result.cpu, 0) / all.length
  const minutes = (cpu * FLEET) / CORES / 60_000
  const body = `${tanks} tanks of each family, each at eight levels, grouped by the days that the forecast itself says (its P50).
Per distance: median error of P50; what happened inside P10 to P90; what happened before P10. In brackets: one who knows the
law of the tank and what is known of the weather. *Loss* is the mean pinball loss of P10, P50 and P90 next to theirs, over all three distances, and behind
the goal that of one who knows the shape of the law and when it changed, and has to learn its numbers from the tank's history. A goal that
is missed is printed in bold.

${tables.map(({ half, results }) => tableOf(titleOf(half, seed), results)).join('\n\n')}

CPU of one forecast: ${cpu.toFixed(1)} ms on average; ${FLEET.toLocaleString('en')} tanks on ${CORES} cores take ${minutes.toFixed(1)} minutes${minutes > MINUTES ? ' (**too long**)' : ''}, of ${MINUTES}.
`
  return [['## Forecasts', body]]
}

function titleOf(half: Drawn, seed: number): string {
  if (half === 'built on') return 'The half that the models were built on'
  return half === 'kept back'
    ? 'The half that was kept back'
    : `Tanks of which laws, lengths and weather were drawn for this run alone (seed ${seed})`
}

function tableOf(title: string, results: readonly FamilyResult[]): string {
  return `${title}:

| family | 5–9 days | 11–17 days | 24–36 days | loss | model |
|---|---|---|---|---|---|
${results.map(rowOf).join('\n')}`
}

function rowOf({ family, near, middle, far, loss, lossLearnt, models }: FamilyResult): string {
  const { goal } = family
  const named = [...models].sort((one, other) => other[1] - one[1]).slice(0, 2)
  return `| ${[
    family.name,
    outcomeText(near),
    outcomeText(middle, goal),
    outcomeText(far),
    `${marked(loss.toFixed(2), loss > goal.loss)} (${goal.loss}${lossLearnt ? `; ${lossLearnt.toFixed(2)}` : ''})`,
    named.map(([model, share]) => `${model} ${percent(share)}`).join(', '),
  ].join(' | ')} |`
}

function outcomeText({ error, inside, late, ofLaw }: Outcome, goal?: FamilyResult['family']['goal']): string {
  const [low, high] = goal?.inside ?? [0, 1]
  const round = (share: number) => Math.round(share * 100) / 100
  return `${marked(error.toFixed(1), goal?.error !== undefined && error > goal.error + 0.05)} d, ${[
    marked(percent(inside), round(inside) < low || round(inside) > high),
    marked(percent(late), goal !== undefined && round(late) > goal.late),
  ].join(', ')} (${ofLaw.error.toFixed(1)} d, ${percent(ofLaw.inside)}, ${percent(ofLaw.late)})`
}

const marked = (text: string, isMissed: boolean) => (isMissed ? `**${text}**` : text)
const percent = (share: number) => `${Math.round(share * 100)} %`
