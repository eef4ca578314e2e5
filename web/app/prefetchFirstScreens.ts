import { INITIAL_ALERTS, initialTankCount } from '#web/domains/telemetry/device/initialCounts.ts'
import { prefetch } from '#web/platform/calls/api.ts'
import { PHONE_MEDIA_QUERY } from '#web/platform/format/phone.ts'
import { storedUser } from '#web/platform/session/currentUser.ts'
import { readToken } from '#web/platform/session/token.ts'

let prefetchedToken: string | undefined

/** Once per session, requests what every first screen needs, and the first data of the two most opened screens. */
export function prefetchFirstScreens(): void {
  const token = readToken()
  if (token && token !== prefetchedToken) beginAll(window.location.pathname)
  prefetchedToken = token
}

function beginAll(pathname: string): void {
  void prefetch('/user_defined_fields/known')
  const isDashboard = pathname === '/' || pathname === '/dashboard'
  if (isDashboard) void prefetch('/me/dashboard_widgets')
  if (pathname === '/home')
    ['/devices/needing_someone?all=1&limit=7', '/deliveries?limit=20'].forEach((path) => void prefetch(path))
  const device = /^\/devices\/profile\/(\d{1,15})$/.exec(pathname)?.[1]
  if (device) void prefetch(`/devices/${device}`)
  const current = prefetch('/users/current')
  void prefetch('/environment')
  if (isDashboard) void beginFleetFor(current).catch(() => {})
}

/** Without a stored user, a copy of the answer is read: the session takes the answer itself. */
async function beginFleetFor(current: Promise<Response>): Promise<void> {
  const { permissions } = storedUser() ?? (await (await current).clone().json()).user
  if (permissions.includes('devices.read')) beginFleet()
}

function beginFleet(): void {
  void prefetch('/devices/fleet_status')
  void prefetch(
    `/devices/needing_someone?limit=${initialTankCount(window.matchMedia(PHONE_MEDIA_QUERY).matches)}`,
  )
  const { status, sort, page_size } = INITIAL_ALERTS
  void prefetch(`/alerts?status=${status}&sort=${sort}&page_size=${page_size}`)
}
