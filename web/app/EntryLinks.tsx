import { useEffect, useState } from 'react'
import { DoorLinks } from '#web/domains/access/DoorLinks.tsx'
import { call } from '#web/platform/api.ts'
import type { Environment } from '#web/platform/useEnvironment.ts'

/** The links of the door as long as nothing but the door is there: whoever follows one opens the rest. */
export function EntryLinks({ onLeave }: { onLeave: () => void }) {
  const [maySignUp, setMaySignUp] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    call<{ environment: Environment }>('GET', '/environment', undefined, { signal: stop.signal })
      .then(({ environment }) => setMaySignUp(environment.sign_up === 1))
      .catch(() => {})
    return () => stop.abort()
  }, [])
  const go = (path: string) => {
    window.history.pushState(null, '', path)
    onLeave()
  }
  return <DoorLinks maySignUp={maySignUp} onGo={go} />
}
