import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useSession } from './session.tsx'

const listeners = new Set<() => void>()

/**
 * A choice about the screen that this browser keeps for this user. Nothing is written before somebody chooses, and nothing of a choice
 * is left when the store is emptied.
 */
export function usePersistedState<T>(name: string, standard: T): [T, (value: T) => void] {
  const { user } = useSession()
  const key = `ullage.kept.${user?.user_id ?? 0}.${name}`
  const [otherwise] = useState(standard)
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const value = useMemo(() => parsed<T>(text) ?? otherwise, [text, otherwise])
  const keep = useCallback(
    (next: T) => {
      localStorage.setItem(key, JSON.stringify(next))
      listeners.forEach((listener) => void listener())
    },
    [key],
  )
  return [value, keep]
}

/** A browser hears of what its other pages keep by itself. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** What an older release, or somebody else, wrote so that it cannot be read is as good as nothing. */
function parsed<T>(text: string | null): T | undefined {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
