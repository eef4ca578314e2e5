import { beginRead } from '#web/platform/api.ts'
import { readToken } from '#web/platform/token.ts'

let begunFor: string | undefined

/** Once in a session: asks for what every first screen waits for, and for what the two that are opened most show first. */
export function beginReads(): void {
  const token = readToken()
  if (token && token !== begunFor) beginAll(window.location.pathname)
  begunFor = token
}

function beginAll(pathname: string): void {
  beginRead('/user_defined_fields/known')
  if (pathname === '/' || pathname === '/dashboard') {
    beginRead('/me/dashboard_widgets')
    beginRead('/devices/fleet_status?')
    beginRead(`/devices/needing_someone?limit=${isPhone() ? 8 : 20}`)
    beginRead('/alerts?status=open&page_size=20')
  }
  const device = /^\/devices\/profile\/(\d{1,15})$/.exec(pathname)?.[1]
  if (device) beginRead(`/devices/${device}`)
  beginRead('/users/current')
  beginRead('/environment')
}

/** As the dashboard has it: on a phone it asks for fewer tanks. */
function isPhone(): boolean {
  return window.matchMedia('(max-width: 48em)').matches
}
