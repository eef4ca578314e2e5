import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useSession } from './session/session.tsx'

const listeners = new Set<() => void>()

/**
 * A preference of this user for the screen, stored in this browser. Nothing is written before a choice, and clearing the
 * storage resets it.
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

/** A browser reports changes by other pages itself, but not by the own one. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Unreadable data, of an older release or other code, counts as none. */
function parsed<T>(text: string | null): T | undefined {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
