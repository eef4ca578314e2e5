import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { callHeaders, forgetBegun } from './api.ts'
import { endSession, refreshUser } from './session.tsx'

export interface LiveEvent {
  event: string
  data: { device_ids?: number[]; alert_ids?: number[] }
}

const FLUSH_EVERY = 1000
const POLL_EVERY = 30_000
const SILENT_AFTER = 50_000
const LONGEST_PAUSE = 30_000

/** What is read anew when it is not known what changed. */
const EVERYTHING = ['devices', 'alerts', 'notifications']
/** The events that concern more than what they are named after. */
const MEANING: Readonly<Record<string, readonly string[]>> = {
  alerts: ['alerts', 'devices'],
  missed: EVERYTHING,
}

const stateListeners = new Set<() => void>()
let isConnected = false

/** Tells whether changes arrive by themselves; if not, the screen asks every 30 seconds. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => isConnected,
  )
}

/** Keeps what is shown fresh: what the server tells is read anew, at most once a second. */
export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stopper = new AbortController()
    const refresh = makeRefresher(client, stopper.signal)
    void stayConnected(client, refresh, stopper.signal)
    const poll = setInterval(() => {
      if (!isConnected && document.visibilityState === 'visible') refresh(EVERYTHING)
    }, POLL_EVERY)
    return () => {
      stopper.abort()
      clearInterval(poll)
      setConnected(false)
    }
  }, [client])
}

type Refresh = (names: readonly string[]) => void

/**
 * Reads anew what something was heard of. What was asked for since is new already, and what is just being asked for is let
 * come first: asked for again with every event, a slow list would never be there.
 */
function makeRefresher(client: QueryClient, signal: AbortSignal): Refresh {
  // Not the time, which may stand still between two of them.
  let moment = 0
  const heard = new Map<string, number>()
  const asked = new Map<string, number>()
  const cache = client.getQueryCache()
  const stop = cache.subscribe((event) => {
    const { queryHash } = event.query
    if (event.type === 'removed') asked.delete(queryHash)
    if (event.type === 'updated' && event.action.type === 'fetch') asked.set(queryHash, ++moment)
  })
  signal.addEventListener('abort', stop)
  let isScheduled = false
  const flush = () => {
    isScheduled = false
    forgetBegun()
    for (const [name, since] of heard) {
      const isOlder = ({ queryHash }: Query) => (asked.get(queryHash) ?? 0) < since
      const isOnItsWay = cache
        .findAll({ queryKey: [name], predicate: isOlder })
        .some(({ state }) => state.fetchStatus === 'fetching')
      if (!isOnItsWay) heard.delete(name)
      void client.invalidateQueries({
        queryKey: [name],
        predicate: (query) => isOlder(query) && query.state.fetchStatus !== 'fetching',
      })
    }
    if (heard.size > 0) schedule()
  }
  const schedule = () => {
    if (isScheduled || signal.aborted) return
    isScheduled = true
    setTimeout(flush, FLUSH_EVERY)
  }
  return (names) => {
    for (const name of names) heard.set(name, ++moment)
    schedule()
  }
}

async function stayConnected(client: QueryClient, refresh: Refresh, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await listen(client, refresh, signal, () => {
        // Rights, too, may have changed meanwhile.
        if (failures > 0) void followAccess(client)
        failures = 0
      })
    } catch {
      // The stream was cut; the polling goes on until it is there again.
    }
    setConnected(false)
    if (!signal.aborted)
      await sleep(Math.min(1000 * 2 ** failures, LONGEST_PAUSE) * (0.75 + Math.random() / 2), signal)
  }
}

/** Reads the stream of events until it ends, or has been silent for too long. */
async function listen(
  client: QueryClient,
  refresh: Refresh,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const watchdog = new AbortController()
  const stop = () => watchdog.abort()
  signal.addEventListener('abort', stop)
  let timer = setTimeout(stop, SILENT_AFTER)
  try {
    const response = await fetch('/api/live', {
      headers: { ...callHeaders(), accept: 'text/event-stream' },
      signal: watchdog.signal,
    })
    if (response.status === 403) endSession({ keepsWay: true })
    if (!response.ok || !response.body) throw new Error(`live: ${response.status}`)
    onOpen()
    setConnected(true)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(stop, SILENT_AFTER)
      const blocks = (text + part.value).split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      blocks.forEach((block) => void hear(block, refresh, client))
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** What one may has changed: buttons and menus follow it, and what is shown is read anew by it. */
async function followAccess(client: QueryClient): Promise<void> {
  await refreshUser().catch(() => {})
  await client.invalidateQueries()
}

function hear(block: string, refresh: Refresh, client: QueryClient): void {
  const event = eventOf(block)
  if (!event || event.event === 'ping') return
  if (event.event === 'access') return void followAccess(client)
  refresh(MEANING[event.event] ?? [event.event])
}

/** One event of a text/event-stream. */
export function eventOf(block: string): LiveEvent | undefined {
  const field = (name: string) =>
    block
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim())
      .join('\n')
  const event = field('event')
  if (!event) return undefined
  try {
    return { event, data: JSON.parse(field('data') || '{}') as LiveEvent['data'] }
  } catch {
    return undefined
  }
}

function setConnected(next: boolean): void {
  if (isConnected === next) return
  isConnected = next
  stateListeners.forEach((listener) => void listener())
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
