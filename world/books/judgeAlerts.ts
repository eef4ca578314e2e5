import { DAY, HOUR, MINUTE } from '../laws/units.ts'
import { LOW, type Tank, URGENT } from '../tank.ts'
import type { Reporter, World } from '../world.ts'

/** Time within which the alert of a report must be open or closed. */
const ALERT_WITHIN = 2 * MINUTE
/** Distance from an alert's threshold below which it must be open, and above which it must be closed, as shares of the capacity. */
const OPEN_BELOW = 0.02
const CLOSED_ABOVE = 0.06
const TANK_YEARS = 5
/** Delay of what reveals a loss. */
const FOUND_LATE = 7 * DAY

/** Promise 5: two minutes after a device reported a level clearly below or above a threshold, its alert is open or closed. */
export async function judgeReported(world: World, device: Reporter): Promise<void> {
  const { tank } = device
  const reportedAt = world.now()
  if (!device.isReliable(reportedAt) || tank.isLosing(reportedAt)) return
  const [at, litres] = [...tank.measured].at(-1) ?? []
  if (at === undefined || litres === undefined || reportedAt - at > 10 * MINUTE) return
  const share = litres / tank.capacity
  await world.until(reportedAt + ALERT_WITHIN)
  // A delivery since then makes it another level.
  if (tank.fills.some((fill) => fill.at >= at - 2 * DAY)) return
  const about = [`tank ${tank.number}`]
  const { alerts } = await world.get(`/alerts?device_id=${tank.ids.device_id}&page_size=50`, about)
  const isOpen = (level: string) => alerts.some((alert: any) => alert.level === level && !alert.closed_at)
  const details = `reported ${(share * 100).toFixed(1)} % of ${new Date(at).toISOString()}`
  const broken = (kind: string) => world.brokenFor(tank, 5, kind, details)
  world.books.count('reports whose alert was judged')
  const isMild = share < LOW - OPEN_BELOW && share > URGENT + CLOSED_ABOVE
  if ((share < URGENT - OPEN_BELOW && !isOpen('urgent')) || (isMild && !isOpen('mild')))
    broken('a crossing that was reported has no alert')
  const isWell = (line: number) => share > line + CLOSED_ABOVE
  if ((isWell(URGENT) && isOpen('urgent')) || (isWell(LOW) && isOpen('mild')))
    broken('an alert stays open when its tank is well again')
}

/** Promise 5: per kind, at most one false alert per tank and year. */
export async function judgeFalseAlerts(world: World): Promise<void> {
  const { books, devices } = world
  const { alerts } = await world.get('/alerts?page_size=0', ['alerts'])
  const found = new Map<string, string[]>()
  for (const { device_id, level, opened_at, value } of alerts) {
    const device = devices.find(({ tank }) => tank.ids.device_id === device_id)
    const at = Date.parse(opened_at)
    if (!device || at < world.start || isTrue(device, level, at)) continue
    const details = `${device.tank.public_id} at ${opened_at} (${value})`
    found.set(level, [...(found.get(level) ?? []), details])
  }
  const years = (devices.length * (world.now() - world.start)) / (365 * DAY)
  for (const [level, cases] of found) {
    books.figures.set(`false alerts: ${level}`, `${cases.length} in ${years.toFixed(2)} tank-years`)
    if (years < TANK_YEARS || cases.length <= years) continue
    const what = cases.slice(0, 10).join(', ')
    world.broken(5, `too many false alerts: ${level}`, what)
  }
}

function isTrue(device: Reporter, level: string, at: number): boolean {
  const { tank } = device
  const hasFault = (kind: string) =>
    device.habits.faults.some((fault) => fault.kind === kind && at >= fault.from && at < fault.to + 2 * DAY)
  switch (level) {
    case 'urgent':
      return shareAt(tank, at) <= URGENT + OPEN_BELOW
    case 'mild':
      return shareAt(tank, at) <= LOW + OPEN_BELOW
    case 'overfill':
      return shareAt(tank, at) * tank.capacity >= tank.limit - 0.01 * tank.capacity
    case 'sudden_loss':
    case 'unexplained_loss':
      return tank.trouble !== undefined && at >= tank.trouble.from && at < tank.trouble.from + FOUND_LATE
    case 'offline':
      return device.silences.some(({ from, to }) => at >= from && at <= to) || hasFault('radio')
    case 'frozen_sensor':
    case 'use_stopped':
    case 'sensor_drift':
      return hasFault('frozen')
    case 'implausible_sensor':
      return hasFault('clock_ahead') || hasFault('clock_of_1970')
    default:
      return false
  }
}

/** The true volume of a tank when its sensor measured last before a moment, as a share of the capacity. */
function shareAt(tank: Tank, at: number): number {
  let latest = 1
  for (const [time, litres] of tank.measured) if (time <= at + HOUR) latest = litres / tank.capacity
  return latest
}
