import { useSyncExternalStore } from 'react'

/** Lies beside the session, so that a reload keeps the lock and every tab of this browser has it. */
const LOCKED = 'ullage.locked'

const listeners = new Set<() => void>()

/** Hides every tab of this browser until the password is given. */
export function lock(): void {
  localStorage.setItem(LOCKED, '1')
  tell()
}

export function unlock(): void {
  localStorage.removeItem(LOCKED)
  tell()
}

export function useIsLocked(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(LOCKED) !== null)
}

function tell(): void {
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
