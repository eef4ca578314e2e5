import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { useEffect, useSyncExternalStore } from 'react'
import { LONGEST_LOADING } from '#core/platform/longestLoading.ts'
import { endSession, isSigningOut, refreshUser } from '../session/session.tsx'
import { readToken } from '../session/token.ts'
import { callHeaders } from './api.ts'
import { invalidateChangedRecords, type RecordsChanged } from './invalidateChangedRecords.ts'

export interface LiveEvent {
  event: string
  data: {
    device_ids?: number[]
    alert_ids?: number[]
    kind?: string
    key?: string
    ids?: number[]
    pages?: number
  }
}

const POLL_MS = 30_000
const SILENCE_MS = 50_000
const MAX_PAUSE_MS = 30_000

/** Refetched if it is unknown what changed. */
const EVERYTHING = ['devices', 'alerts', 'notifications']

/** The changes in an event: the kinds of record, and their ids if present. */
export function changesOfEvent({ event, data }: LiveEvent): RecordsChanged[] {
  const { device_ids, alert_ids, kind, key, ids, pages } = data
  const devices = { kind: 'devices', key: 'device_id', ids: device_ids, pages }
  switch (event) {
    case 'devices':
      return [devices]
    case 'alerts':
      return [{ kind: 'alerts', key: 'alert_id', ids: alert_ids, pages }, devices]
    case 'changed':
      return kind ? [{ kind, key, ids, pages }] : []
    case 'missed':
      return EVERYTHING.map((item) => ({ kind: item, pages }))
    default:
      return [{ kind: event, pages }]
  }
}

const stateListeners = new Set<() => void>()
let isConnected = false

/** Whether changes arrive live; if not, screens poll every 30 seconds. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => isConnected,
  )
}

/** Keeps data fresh: refetches records that the server reports as changed. */
export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stopper = new AbortController()
    const refresh = invalidateChangedRecords(client, stopper.signal)
    void stayConnected(client, refresh, stopper.signal)
    const poll = setInterval(() => {
      if (!isConnected && document.visibilityState === 'visible')
        refresh(EVERYTHING.map((kind) => ({ kind })))
    }, POLL_MS)
    return () => {
      stopper.abort()
      clearInterval(poll)
      setConnected(false)
    }
  }, [client])
}

type Refresh = (changes: readonly RecordsChanged[]) => void

async function stayConnected(client: QueryClient, refresh: Refresh, signal: AbortSignal): Promise<void> {
  let isFirst = true
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      // After the first connection, everything is refetched once the stream is open.
      const loading = isFirst ? Math.min(Math.round(performance.now()), LONGEST_LOADING) : 0
      await listen(client, refresh, signal, loading, () => {
        isFirst = false
        // Permissions may have changed as well.
        if (failures > 0) void followAccess(client)
        failures = 0
      })
    } catch {
      // The stream was cut; screens poll until it is back.
    }
    setConnected(false)
    if (!signal.aborted)
      await sleep(Math.min(1000 * 2 ** failures, MAX_PAUSE_MS) * (0.75 + Math.random() / 2), signal)
  }
}

/** Reads the stream of events until it ends, or has been silent for too long. */
async function listen(
  client: QueryClient,
  refresh: Refresh,
  signal: AbortSignal,
  loading: number,
  onOpen: () => void,
): Promise<void> {
  const watchdog = new AbortController()
  const stop = () => watchdog.abort()
  signal.addEventListener('abort', stop)
  let timer = setTimeout(stop, SILENCE_MS)
  try {
    const token = readToken()
    const response = await fetch(`/api/live?loading_ms=${loading}`, {
      headers: { ...callHeaders(token), accept: 'text/event-stream' },
      signal: watchdog.signal,
    })
    if (response.status === 403 && token === readToken() && !isSigningOut()) endSession({ keepsWay: true })
    if (!response.ok || !response.body) throw new Error(`live: ${response.status}`)
    onOpen()
    setConnected(true)
    const parser = createParser({ onEvent: (event) => handleEvent(event, refresh, client) })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE_MS)
      parser.feed(part.value)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Permissions have changed: menus and buttons follow, and data is refetched. */
async function followAccess(client: QueryClient): Promise<void> {
  if (isSigningOut()) return
  await refreshUser().catch(() => {})
  await client.invalidateQueries()
}

function handleEvent({ event, data }: EventSourceMessage, refresh: Refresh, client: QueryClient): void {
  if (!event || event === 'ping') return
  if (event === 'access') return void followAccess(client)
  refresh(changesOfEvent({ event, data: dataOf(data) }))
}

/** Even without readable data the event shows that something has changed. */
function dataOf(text: string): LiveEvent['data'] {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
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
