import { setTimeout as pause } from 'node:timers/promises'
import type { TravelMatrix } from '#core/domains/dispatch/routing/problem.ts'
import { estimateTravel, type Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { readWay, routePath, type Way } from '#core/domains/dispatch/travel/osrmRoute.ts'
import { readTable, tablePath } from '#core/domains/dispatch/travel/osrmTable.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { completeAddress, readExternalText } from '#server/platform/http/readExternalText.ts'
import type { Log } from '#server/platform/log.ts'
import { messageOf } from '#server/platform/messageOf.ts'

/** Travel times and distances between places, from roads or estimated. */
export interface Travel {
  matrix: TravelMatrix
  source: 'roads' | 'estimate'
}

export interface TravelTimes {
  /** @param patience ms to wait for the provider before an estimate is used; by default as long as the provider's own limit */
  (places: readonly Place[], patience?: number): Promise<Travel>
  /** The route through places in order, along roads; null without a provider or a response. */
  way: (places: readonly Place[]) => Promise<Way | null>
}

interface Options {
  /** Address of an OSRM server; without one all travel is estimated. */
  url: string | undefined
  /** Allows an address of this machine or of a private network. */
  isPrivateAllowed: boolean
  /** km/h of estimated travel. */
  speed: number
  /** ms for one response of the provider. */
  timeout?: number
  log: Pick<Log, 'warn'>
}

/** ms that callers holding locks wait for a provider; its response is cached for the next call. */
export const PATIENCE = 2_000
/** Places per side of one request; an OSRM server allows 100 in total by default. */
const BLOCK_SIZE = 50
const REACH = { largest: 4_000_000, accept: 'application/json' }
const TIMEOUT = 10_000
/** Size and lifetime of the cache of times; roads seldom change. */
const MAX_CACHED = 250_000
const CACHE_MS = 7 * 86_400_000
/** Size of the cache of routes with lines, which are larger. */
const MAX_LINES = 500
/** How long a failed provider is not called again. */
const PAUSE_MS = 60_000

type Lines = Map<string, { way: Way | null; at: number }>

/** A provider, its cached responses, and its failures. */
interface Provider {
  ask: (path: string) => Promise<string>
  log: Options['log']
  cache: TimesCache
  lines: Lines
  failedAt: number
  /** Pending requests that no caller waits for; while there are any, no other caller waits. */
  overdue: number
}

/** Travel times from a provider with an OSRM API, or an estimate if there is none or it does not respond. */
export function openTravelTimes(options: Options): TravelTimes {
  const { url, isPrivateAllowed, speed, timeout = TIMEOUT, log } = options
  const reach = { ...REACH, timeout, isPrivateAllowed }
  const addressOf = (path: string) => new URL(path, `${completeAddress(url ?? '').replace(/\/+$/, '')}/`).href
  const ask = (path: string) => readExternalText(addressOf(path), reach)
  const stores = { cache: new Map(), lines: new Map() }
  const provider: Provider = { ask, log, ...stores, failedAt: Number.NEGATIVE_INFINITY, overdue: 0 }
  const times = async (places: readonly Place[], patience?: number): Promise<Travel> => {
    const matrix = estimateTravel(places, speed)
    if (!url || Date.now() - provider.failedAt < PAUSE_MS) return { matrix, source: 'estimate' }
    if (!(await fetchWithin(provider, places, patience))) return { matrix, source: 'estimate' }
    fillIn(matrix, places, provider.cache)
    trim(provider.cache, MAX_CACHED)
    return { matrix, source: 'roads' }
  }
  const way = async (places: readonly Place[]) => (url && places.length > 1 ? wayOf(provider, places) : null)
  return Object.assign(times, { way })
}

/** Requests the blocks that contain an unknown pair. */
async function fetchMissing({ cache, ask }: Provider, places: readonly Place[]): Promise<void> {
  for (const from of blocksOf(places))
    for (const to of blocksOf(places))
      if (!areKnown(cache, from, to))
        keepTimes(cache, { from, to }, readTable(await ask(tablePath(from, to)), from.length, to.length))
}

/** Whether the times between places are known before patience runs out. */
async function fetchWithin(
  provider: Provider,
  places: readonly Place[],
  patience: number | undefined,
): Promise<boolean> {
  if (patience !== undefined && provider.overdue > 0) return areKnown(provider.cache, places, places)
  let isLate = false
  const fetching = fetchMissing(provider, places)
    .then(
      () => true,
      (error: Error) => {
        provider.failedAt = Date.now()
        provider.log.warn({ fault: error.message }, 'no travel times from the provider: they are estimated')
        return false
      },
    )
    .finally(() => {
      if (isLate) provider.overdue -= 1
    })
  if (patience === undefined) return fetching
  return inTime(fetching, patience, () => {
    isLate = true
    provider.overdue += 1
  })
}

async function wayOf(provider: Provider, places: readonly Place[]): Promise<Way | null> {
  const { lines, ask, log } = provider
  const key = routePath(places)
  const known = lines.get(key)
  if (known && known.at > Date.now() - (known.way ? CACHE_MS : PAUSE_MS)) return known.way
  if (Date.now() - provider.failedAt < PAUSE_MS) return null
  try {
    const found = readWay(await ask(key), places.length)
    cacheLine(lines, key, found)
    return found
  } catch (error) {
    const failure = messageOf(error)
    // With a request error (400) it reports that no road leads there; other routes may be known.
    if (failure === 'the provider answered 400') cacheLine(lines, key, null)
    else provider.failedAt = Date.now()
    log.warn({ fault: failure }, 'no way from the provider: a straight line is drawn')
    return null
  }
}

/** Times and distances between two places, and when (ms) they were read. */
type TimesCache = Map<string, { seconds: number | null; metres: number | null; at: number }>

function areKnown(cache: TimesCache, from: readonly Place[], to: readonly Place[]): boolean {
  const oldest = Date.now() - CACHE_MS
  return from.every((item) => to.every((other) => (cache.get(keyOf(item, other))?.at ?? 0) > oldest))
}

function keepTimes(
  cache: TimesCache,
  { from, to }: { from: readonly Place[]; to: readonly Place[] },
  table: ReturnType<typeof readTable>,
): void {
  const at = Date.now()
  for (const [one, start] of from.entries())
    for (const [other, end] of to.entries())
      cache.set(keyOf(start, end), {
        seconds: itemAt(itemAt(table.seconds, one), other),
        metres: itemAt(itemAt(table.metres, one), other),
        at,
      })
}

/** Replaces estimates by known times. A place that no road reaches keeps its estimate. */
function fillIn(matrix: Travel['matrix'], places: readonly Place[], cache: TimesCache): void {
  for (const [one, from] of places.entries())
    for (const [other, to] of places.entries()) {
      const way = cache.get(keyOf(from, to))
      if (way?.seconds == null || way.metres === null) continue
      matrix.seconds[one * places.length + other] = way.seconds
      matrix.metres[one * places.length + other] = way.metres
    }
}

/** Removes the oldest entries beyond a size. */
function trim(cache: Map<string, unknown>, size: number): void {
  for (const oldest of cache.keys()) {
    if (cache.size <= size) break
    cache.delete(oldest)
  }
}

/** The outcome, or false if it comes too late. */
async function inTime(work: Promise<boolean>, patience: number, onLate: () => void): Promise<boolean> {
  const timer = new AbortController()
  const late = async () => {
    await pause(patience, null, { signal: timer.signal })
    onLate()
    return false
  }
  try {
    return await Promise.race([work, late()])
  } finally {
    timer.abort()
  }
}

function cacheLine(lines: Map<string, { way: Way | null; at: number }>, key: string, way: Way | null): void {
  lines.delete(key)
  lines.set(key, { way, at: Date.now() })
  trim(lines, MAX_LINES)
}

function blocksOf(places: readonly Place[]): Place[][] {
  return Array.from({ length: Math.ceil(places.length / BLOCK_SIZE) }, (_, index) =>
    places.slice(index * BLOCK_SIZE, (index + 1) * BLOCK_SIZE),
  )
}

function keyOf(from: Place, to: Place): string {
  return [from.longitude, from.latitude, to.longitude, to.latitude].map((angle) => angle.toFixed(5)).join()
}
