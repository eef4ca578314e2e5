import type { CallsRun, MeasuredLine } from './benchCalls.ts'
import { PEER } from './peers/directus.ts'

/** The goal of a line: a share of its floor, and further ones of its place in the plan. */
interface Goal {
  ofFloor?: number
  ofPeer?: number
  perSecond?: number
  /** Milliseconds of a call alone. */
  alone?: number
}

const GOALS: Readonly<Record<string, Goal>> = {
  'one record of devices': { ofFloor: 0.6, perSecond: 1500, ofPeer: 8 },
  'list of devices': { ofFloor: 0.6 },
  'list as its screen asks of devices': { ofFloor: 0.6, ofPeer: 5 },
  'list, counted exactly of devices': { ofFloor: 0.6, ofPeer: 1.3 },
  'search of devices': { ofFloor: 0.6, ofPeer: 10 },
  'map of every position of devices': { alone: 120 },
  'graph of a year of device_ports': { alone: 5 },
  'graph of ten years of device_ports': { alone: 5 },
}
const USUAL: Goal = { ofFloor: 0.6 }

/** The report's section for a run; `when` distinguishes it from others of that size. */
export function callsSection(
  { lines, devices, load }: CallsRun,
  when: string,
): [heading: string, body: string] {
  const reached = lines.filter((line) => isReached(line)).length
  const rows = lines.map((line) => {
    const { name, product, floor, peer, alone } = line
    const cells = [
      name,
      figure(product),
      figure(floor),
      (product / floor).toFixed(2),
      alone.toFixed(1),
      peer === undefined ? '–' : figure(peer),
      peer === undefined ? '–' : (product / peer).toFixed(1),
      goalText(goalOf(line)),
      isReached(line) ? 'yes' : '**no**',
    ]
    return `| ${cells.join(' | ')} |`
  })
  const heading = `## Reading calls, ${devices.toLocaleString('en')} devices${when && `, ${when}`}`
  return [
    heading,
    `Answers a second over 10 persistent connections, in alternating rounds of one run; ${PEER} where it was measured too. Load of the
machine over the last 15 minutes: ${load.toFixed(1)}. Reached: ${reached} of ${lines.length}.

| call | Ullage /s | floor /s | of floor | alone, ms | Directus /s | × Directus | to reach | reached |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`,
  ]
}

function goalOf({ name }: MeasuredLine): Goal {
  return GOALS[name] ?? USUAL
}

function isReached(line: MeasuredLine): boolean {
  const { ofFloor = 0, ofPeer = 0, perSecond = 0, alone = Number.POSITIVE_INFINITY } = goalOf(line)
  const ofPeerReached = line.peer === undefined || line.product >= ofPeer * line.peer
  return (
    line.product >= ofFloor * line.floor && ofPeerReached && line.product >= perSecond && line.alone <= alone
  )
}

function goalText({ ofFloor, ofPeer, perSecond, alone }: Goal): string {
  return [
    ofFloor && `≥ ${ofFloor} of floor`,
    perSecond && `≥ ${perSecond}/s`,
    ofPeer && `≥ ${ofPeer} × Directus`,
    alone && `≤ ${alone} ms`,
  ]
    .filter(Boolean)
    .join(', ')
}

function figure(rate: number): string {
  return rate >= 100 ? Math.round(rate).toLocaleString('en') : rate.toFixed(1)
}
