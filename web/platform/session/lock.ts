import { useSyncExternalStore } from 'react'

/** Stored like the session, so that a reload keeps the lock and all tabs share it. */
const LOCKED = 'ullage.locked'

const listeners = new Set<() => void>()

/** Hides every tab of this browser until the password is entered. */
export function lock(): void {
  localStorage.setItem(LOCKED, '1')
  notify()
}

export function unlock(): void {
  localStorage.removeItem(LOCKED)
  notify()
}

export function useIsLocked(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(LOCKED) !== null)
}

function notify(): void {
  listeners.forEach((listener) => void listener())
}

function subscribe(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === LOCKED || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}
