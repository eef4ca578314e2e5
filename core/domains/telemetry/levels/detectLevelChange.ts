import {
  decayedMaximum,
  emptyTypicalUsage,
  hasEnoughHistory,
  noiseOf,
  plausibleUsage,
  type TypicalUsage,
  typicalUsageBetween,
  type UsageStep,
  updateTypicalUsage,
} from '../typicalUsage.ts'

/** A trusted reading: epoch milliseconds, litres, and the tank's capacity in litres. */
export interface ChangeReading {
  time: number
  volume: number
  capacity: number
}

export interface LevelChange {
  kind: 'fill' | 'loss'
  /** Epoch milliseconds of the last reading before it, and of the reading that completed it. */
  started: number
  ended: number
  /** Litres delivered or lost, corrected for the usual use in between. */
  volume: number
  /** Litres in the tank at those moments. */
  before: number
  after: number
}

interface Level {
  time: number
  volume: number
}

/** An unconfirmed rise or fall, with the readings after it. */
interface Run {
  kind: LevelChange['kind']
  started: number
  before: number
  ended: number
  after: number
  settled: Level[]
}

/** State of a port between two readings; small and JSON-serializable. */
export interface ChangeState {
  last: Level
  /** Up to three readings before any run, newest first. */
  recent: Level[]
  usual: TypicalUsage
  run: Run | null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Shares of the capacity: minimum of a whole change, and of one step. */
const MIN_CHANGE = { fill: 0.02, loss: 0.04 }
const MIN_STEP = { fill: 0.005, loss: 0.01 }
/** Standard deviations of the difference of two readings. */
const CLEAR_DEVIATIONS = 5
const CLEAR_STEP = 2.5
const CONFIRMATIONS = 2
const SETTLING = 10 * MINUTE
/** A further rise within this time belongs to the same delivery, even after a pause. */
const MERGING = 6 * HOUR

/**
 * Finds deliveries and sudden losses in a port's trusted readings, one reading at a time; the state is null before the first. A
 * change is a run of steps beyond the scatter of the tank's own readings. It is confirmed when two further readings, at least
 * 10 minutes after it, show that the new level persists. It must exceed 5 σ√2, and 2 % of the capacity for a fill or 4 % for a
 * loss; a loss must also be faster than the tank's known use, which takes three days to learn. A fill reported in several steps
 * is one fill, even with a pause between. Single wrong readings are outvoted by their neighbours.
 * Readings that are not newer than the state, or without a capacity, change nothing.
 */
export function detectLevelChange(
  state: ChangeState | null,
  { time, volume, capacity }: ChangeReading,
): { state: ChangeState | null; found: LevelChange | null } {
  if (!(capacity > 0) || !Number.isFinite(volume) || !Number.isFinite(time)) return { state, found: null }
  const reading = { time, volume }
  if (state === null) {
    const usual = emptyTypicalUsage(time, capacity)
    return { state: { last: reading, recent: [reading], usual, run: null }, found: null }
  }
  if (time <= state.last.time) return { state, found: null }
  const { kind, step } = stepTo(state, reading, capacity)
  const next = { ...state, last: reading, usual: updateTypicalUsage(state.usual, step, capacity) }
  if (state.run === null) {
    if (kind === null) return { state: { ...next, recent: withNewest(state, reading) }, found: null }
    return { state: { ...next, run: beginRun(state, kind, reading) }, found: null }
  }
  return continueRun(next, { run: state.run, kind, reading, capacity, previous: state.last })
}

/** Whether a reading is a step of a fill, of a loss or neither, compared with the last reading and the level before. */
function stepTo(
  state: ChangeState,
  reading: Level,
  capacity: number,
): { kind: LevelChange['kind'] | null; step: UsageStep } {
  const { last, usual, run } = state
  const hours = (reading.time - last.time) / HOUR
  const change = reading.volume - last.volume
  const expected = plausibleUsage(usual, hours)
  const clear = CLEAR_STEP * noiseOf(usual)
  const rise = Math.max(clear, MIN_STEP.fill * capacity)
  const fall = Math.max(clear, MIN_STEP.loss * capacity) + expected
  const risen = reading.volume - (run ? run.after : levelBefore(state))
  const isRise = change > rise
  const isFall = -change > fall
  const step = {
    time: reading.time,
    hours,
    change,
    fallen: Math.min(-change, -risen),
    isCalm: !isRise && !isFall,
  }
  if (isRise && risen > rise) return { kind: 'fill', step }
  if (isFall && -risen > fall) return { kind: 'loss', step }
  return { kind: null, step }
}

function beginRun(state: ChangeState, kind: Run['kind'], { time, volume }: Level): Run {
  return {
    kind,
    started: state.last.time,
    before: levelBefore(state),
    ended: time,
    after: volume,
    settled: [],
  }
}

interface Continued {
  run: Run
  /** The kind of run that the newest step may belong to. */
  kind: Run['kind'] | null
  reading: Level
  capacity: number
  previous: Level
}

function continueRun(
  state: ChangeState,
  continued: Continued,
): { state: ChangeState; found: LevelChange | null } {
  const { run, kind, reading, capacity } = continued
  const fate = fateOf(continued)
  switch (fate) {
    case 'goes on':
      return {
        state: { ...state, run: { ...run, ended: reading.time, after: reading.volume, settled: [] } },
        found: null,
      }
    case 'was nothing': {
      // Scatter may have started a run just before a real change of the other kind.
      const alone = { ...state, run: null, last: continued.previous }
      const other = stepTo(alone, reading, capacity).kind
      if (other !== null) return { state: { ...state, run: beginRun(alone, other, reading) }, found: null }
      return { state: { ...state, run: null, recent: withNewest(state, reading) }, found: null }
    }
    case 'settles': {
      const settled = [...run.settled, reading].slice(0, CONFIRMATIONS)
      const isConfirmed = settled.length === CONFIRMATIONS && reading.time - run.ended >= SETTLING
      if (isConfirmed) return conclude(state, { ...run, settled }, capacity)
      return { state: { ...state, run: { ...run, settled } }, found: null }
    }
    case 'is followed by another': {
      const { state: before, found } = conclude({ ...state, last: continued.previous }, run, capacity)
      return { state: { ...before, last: reading, run: beginRun(before, kind!, reading) }, found }
    }
  }
}

/** Effect of the newest reading on the open run. */
function fateOf({ run, kind, reading, capacity }: Continued) {
  const hasSettled = run.settled.length > 0
  if (kind === run.kind) {
    return hasSettled && reading.time - run.ended > MERGING ? 'is followed by another' : 'goes on'
  }
  const whole = run.after - run.before
  const rest = reading.volume - run.before
  if (rest / whole < 0.5) {
    // A bad echo, or one on top of a small real change.
    return rest * Math.sign(whole) > MIN_STEP[run.kind] * capacity ? 'goes on' : 'was nothing'
  }
  if (kind === null) return 'settles'
  return hasSettled ? 'is followed by another' : 'goes on'
}

/** Ends a run, confirmed or not; a fall that was not a loss counts as use. */
function conclude(
  state: ChangeState,
  run: Run,
  capacity: number,
): { state: ChangeState; found: LevelChange | null } {
  const { usual } = state
  const hours = (run.ended - run.started) / HOUR
  const after = levelAfter(run, usual)
  const fell = run.before - after
  const least = Math.max(CLEAR_DEVIATIONS * noiseOf(usual), MIN_CHANGE[run.kind] * capacity)
  const isFound =
    run.kind === 'fill'
      ? -fell >= least
      : hasEnoughHistory(usual, run.ended) && fell - plausibleUsage(usual, hours) >= least
  const ended = {
    ...state,
    run: null,
    recent: [...run.settled.toReversed(), { time: run.ended, volume: run.after }],
  }
  const { kind, started, before } = run
  if (isFound) {
    const volume = Math.abs(fell - typicalUsageBetween(usual, started, run.ended))
    return { state: ended, found: { kind, started, ended: run.ended, volume, before, after } }
  }
  if (kind === 'fill') return { state: ended, found: null }
  const learnt = { ...usual, fastest: decayedMaximum(usual, fell, hours) }
  return { state: { ...ended, usual: learnt }, found: null }
}

/** Litres at the last reading, as the median of the last three: one wrong reading does not shift it. */
function levelBefore({ recent, usual }: ChangeState): number {
  const newest = recent[0]!
  if (recent.length < 3) return newest.volume
  return median(recent.map(({ time, volume }) => volume - typicalUsageBetween(usual, time, newest.time)))
}

/**
 * Litres when the run ended. The highest reading may be a bad echo, and later ones include use: returns their mean if they
 * agree, otherwise the median of the three readings.
 */
function levelAfter({ ended, after, settled }: Run, usual: TypicalUsage): number {
  const levels = settled.map(({ time, volume }) => volume + typicalUsageBetween(usual, ended, time))
  const agreed = median([after, ...levels])
  const hours = ((settled.at(-1)?.time ?? ended) - ended) / HOUR
  const tolerated = CLEAR_DEVIATIONS * noiseOf(usual) + plausibleUsage(usual, hours)
  return Math.abs(after - agreed) > tolerated ? agreed : (after + agreed) / 2
}

function withNewest({ recent }: ChangeState, reading: Level): Level[] {
  return [reading, ...recent].slice(0, 3)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
