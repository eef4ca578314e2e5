import { ALERTS_AT_FIRST, tanksAtFirst } from '#web/domains/telemetry/tank/firstShown.ts'
import { beginRead } from '#web/platform/api.ts'
import { storedUser } from '#web/platform/currentUser.ts'
import { PHONE } from '#web/platform/phone.ts'
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
    if (storedUser()?.permissions.includes('devices.read')) beginFleet()
  }
  const device = /^\/devices\/profile\/(\d{1,15})$/.exec(pathname)?.[1]
  if (device) beginRead(`/devices/${device}`)
  beginRead('/users/current')
  beginRead('/environment')
}

function beginFleet(): void {
  beginRead('/devices/fleet_status?')
  beginRead(`/devices/needing_someone?limit=${tanksAtFirst(window.matchMedia(PHONE).matches)}`)
  beginRead(`/alerts?status=open&page_size=${ALERTS_AT_FIRST}`)
}
