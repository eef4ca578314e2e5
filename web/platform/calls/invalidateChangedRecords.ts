import type { Query, QueryClient } from '@tanstack/react-query'
import { clearPrefetched } from './api.ts'

/** A change of records of a kind: their ids if known, and how many open pages were notified. */
export interface RecordsChanged {
  kind: string
  /** The id field of the kind. */
  key?: string | undefined
  ids?: readonly number[] | undefined
  pages?: number | undefined
}

/** Queries that show a changed record are refetched within this time, each page at a random moment, ms. */
const SOON_MS = [20, 120] as const
/** Minimum time between two such refetches, ms. */
const MIN_PAUSE_MS = 500
/** Queries that may be affected (a list without the record, a figure) wait about this long, ms, */
const LATER_MS = 1_000
/** plus this long per notified page: a thousand pages spread over ten seconds. */
const PER_PAGE_MS = 10
/** Slow queries are refetched less often: after this multiple of their duration, or after `MAX_REST_MS` at most, ms. */
const REST_FACTOR = 5
const MAX_REST_MS = 5_000
/** Choices of inputs are cached for some minutes anyway. */
const CHOICES = 'choices'

interface Changed {
  key: string
  ids: Set<number>
  since: number
}

/**
 * Refetches queries affected by changes: at once if they show a changed record, after a random delay if they might. Queries
 * started since are up to date, and running ones finish first: restarted with every event, a slow list would never arrive. A
 * hidden page refetches when it becomes visible.
 */
export function invalidateChangedRecords(
  client: QueryClient,
  signal: AbortSignal,
): (events: readonly RecordsChanged[]) => void {
  // A counter instead of the time, which may be equal for two events.
  let moment = 0
  const cache = client.getQueryCache()
  const fetches = new Map<string, { moment: number; at: number; took: number }>()
  const stop = cache.subscribe((event) => {
    const { queryHash } = event.query
    if (event.type === 'removed') fetches.delete(queryHash)
    if (event.type !== 'updated') return
    const last = fetches.get(queryHash)
    if (event.action.type === 'fetch') {
      fetches.set(queryHash, { moment: ++moment, at: performance.now(), took: last?.took ?? 0 })
    } else if (last && event.action.type === 'success' && !event.action.manual) {
      last.took = performance.now() - last.at
    }
  })
  signal.addEventListener('abort', stop)

  const isOlder = (query: Query, since: number) => (fetches.get(query.queryHash)?.moment ?? 0) < since
  const isOnItsWay = ({ state }: Query) => state.fetchStatus === 'fetching'
  const refetch = (query: Query) =>
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })

  const soon = new Map<string, Changed>()
  const refetchSoon = makeTimer(signal, MIN_PAUSE_MS, () => {
    clearPrefetched()
    for (const [kind, changed] of soon) {
      const shown = cache
        .findAll({ queryKey: [kind], type: 'active' })
        .filter((query) => isOlder(query, changed.since) && holds(query, changed))
      shown.filter((query) => !isOnItsWay(query)).forEach(refetch)
      if (!shown.some(isOnItsWay)) soon.delete(kind)
    }
    if (soon.size > 0) refetchSoon(MIN_PAUSE_MS)
  })

  const later = new Map<string, number>()
  let pagesNotified = 1
  const refetchLater = makeTimer(signal, 0, () => {
    clearPrefetched()
    const now = performance.now()
    const rests = ({ queryHash }: Query) => {
      const last = fetches.get(queryHash)
      return last !== undefined && now - last.at < Math.min(REST_FACTOR * last.took, MAX_REST_MS)
    }
    for (const [kind, since] of later) {
      const old = cache
        .findAll({ queryKey: [kind] })
        .filter((query) => query.queryKey[1] !== CHOICES && isOlder(query, since))
      const waits = (query: Query) => isOnItsWay(query) || (query.isActive() && rests(query))
      old.filter((query) => !waits(query)).forEach(refetch)
      if (!old.some(waits)) later.delete(kind)
    }
    if (later.size > 0) refetchLater(turnAmong(pagesNotified))
  })

  const isLookedAt = () => document.visibilityState === 'visible'
  const catchUp = () => {
    if (isLookedAt() && later.size > 0) refetchLater(0)
  }
  document.addEventListener('visibilitychange', catchUp, { signal })

  return (events) => {
    for (const { kind, key, ids, pages = 1 } of events) {
      moment += 1
      pagesNotified = pages
      later.set(kind, moment)
      if (!key || !ids || !isLookedAt()) continue
      soon.set(kind, { key, ids: new Set([...(soon.get(kind)?.ids ?? []), ...ids]), since: moment })
    }
    if (!isLookedAt()) return
    if (soon.size > 0) refetchSoon(SOON_MS[0] + Math.random() * (SOON_MS[1] - SOON_MS[0]))
    refetchLater(turnAmong(pagesNotified))
  }
}

/** Runs once after the delay, however often it is called until then; never again within the pause. */
function makeTimer(signal: AbortSignal, pause: number, work: () => void): (delay: number) => void {
  let isSet = false
  let notBefore = 0
  return (delay) => {
    if (isSet || signal.aborted) return
    isSet = true
    const run = () => {
      isSet = false
      notBefore = performance.now() + pause
      if (!signal.aborted) work()
    }
    setTimeout(run, Math.max(delay, notBefore - performance.now()))
  }
}

function turnAmong(pages: number): number {
  return Math.max(LATER_MS, pages * PER_PAGE_MS) * (0.5 + Math.random())
}

/** Whether a query is about one of the records, or its data contains one. */
function holds({ queryKey, state }: Query, { key, ids }: Changed): boolean {
  const isOfOne = queryKey.some((part) => part !== null && part !== '' && ids.has(Number(part)))
  return isOfOne || [...idsIn(state.data, key)].some((id) => ids.has(id))
}

const found = new WeakMap<object, Map<string, ReadonlySet<number>>>()

function idsIn(data: unknown, key: string): ReadonlySet<number> {
  if (typeof data !== 'object' || data === null) return new Set()
  const known = found.get(data) ?? new Map<string, ReadonlySet<number>>()
  found.set(data, known)
  const ids = known.get(key) ?? new Set(eachId(data, key))
  known.set(key, ids)
  return ids
}

function* eachId(data: object, key: string): Iterable<number> {
  for (const [name, value] of Object.entries(data)) {
    if (name === key) yield Number(value)
    else if (typeof value === 'object' && value !== null) yield* eachId(value, key)
  }
}
