import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { DAY, GALLON, HOUR, MINUTE } from '../laws/units.ts'
import { LOW, type Tank, URGENT } from '../tank.ts'
import type { World } from '../world.ts'

/** Tolerance for readings from the future. */
const AHEAD = 10 * MINUTE
/**
 * Minimum share of levels within their margin: 95 of 100 measured ones; of estimates, whose range covers 8 of 10, 70, as samples of one
 * tank are alike.
 */
const INSIDE = { measured: 0.95, estimated: 0.7 }
/** Minimum number of samples to judge a share. */
const MIN_SAMPLES = 200
/** Noise of a sensor, as a share of the capacity. */
const NOISE = 0.01
/** Forecasts of every third day count: those of consecutive days are alike. */
const FORECAST_EVERY = 3
const ENOUGH_FORECASTS = 300
/** The unusable share of a tank's capacity, and the horizon of a forecast. */
const UNDRAWN = 0.05
const FURTHEST = 120 * 24
/** A change of level, in percent of the capacity, after which a forecast must be renewed; and the rounding of its days. */
const JUMP = 12
const ROUNDING = 0.06

/** A tank as shown by a list. */
interface Look {
  at: number
  percent: number
  days: number
}

/** Promises 4 and 6: compares the shown levels, hour by hour, with the true ones. */
export class LevelJudge {
  private readonly looks = { measured: { inside: 0, all: 0 }, estimated: { inside: 0, all: 0 } }
  private readonly forecasts = { inside: 0, before: 0, all: 0, errors: [] as number[] }

  private readonly last = new Map<Tank, Look>()
  /** The last look before a jump of the level whose forecast has not changed since. */
  private readonly beforeJump = new Map<Tank, Look>()

  constructor(private readonly world: World) {}

  /** Compares every hour, without end. */
  async live(): Promise<never> {
    const { world } = this
    for (let at = world.start + HOUR; ; at += HOUR) {
      await world.until(at)
      await this.look(Math.round((at - world.start) / HOUR))
    }
  }

  private async look(hour: number): Promise<void> {
    const { devices } = await this.world.get('/devices?page_size=0', ['levels'])
    for (const device of this.world.devices) {
      const shown = devices.find(({ public_id }: any) => public_id === device.tank.public_id)
      const port: PortSummary | undefined = shown?.ports?.[0]
      if (!port?.reading_at) continue
      this.judgeTime(device.tank, port)
      this.judgeRenewal(device.tank, port)
      if (!device.isReliable(this.world.now())) continue
      this.judgeFine(device.tank, port)
      this.judgeForecastBesideLevel(device.tank, port)
      if (hour % (FORECAST_EVERY * 24) === 12) this.judgeForecast(device.tank, port)
      // The margin of a level is in the answer for a single device.
      if ((hour + device.tank.number) % 6 === 0) await this.judgeMargin(device.tank)
    }
  }

  /** A future measurement does not count as the present level. */
  private judgeTime(tank: Tank, port: PortSummary): void {
    const { world } = this
    const now = world.now()
    const times = [...(world.books.records.get(tank.public_id)?.keys() ?? [])]
    const latest = times.findLast((at) => at <= now)
    if (Date.parse(port.reading_at!) <= now + AHEAD || (latest ?? 0) < now - 26 * HOUR) return
    const details = `its latest right record is of ${new Date(latest!).toISOString()}`
    this.broken(4, tank, port, 'a reading ahead of its time hides those of the present', details)
  }

  private judgeFine(tank: Tank, port: PortSummary): void {
    const now = this.world.now()
    tank.level(now)
    const patience = (tank.kind.uploadEvery + 1) * HOUR
    if (port.level !== 'fine' || tank.lowFrom === null || now - tank.lowFrom <= patience) return
    const details = `under its urgent line since ${new Date(tank.lowFrom).toISOString()}`
    this.broken(4, tank, port, 'a tank is shown as fine while it is urgent', details)
  }

  private judgeForecastBesideLevel(tank: Tank, port: PortSummary): void {
    const { percent, days_to_red, days_to_empty } = port
    const details = `${days_to_red} days to urgent, ${days_to_empty} days to empty`
    const broken = (kind: string) => this.broken(6, tank, port, kind, details)
    const isUrgent = percent !== null && percent < (URGENT - NOISE) * 100
    const isWell = percent !== null && percent > (LOW + NOISE) * 100
    if ((isUrgent && days_to_red !== null && days_to_red > 0.5) || (isWell && days_to_red === 0))
      broken('a forecast contradicts its level')
    if (days_to_empty !== null && days_to_red !== null && days_to_empty < days_to_red)
      broken('a tank is empty before it is urgent')
  }

  /** A forecast follows a jump of its level: an hour later it is no longer the one from before. */
  private judgeRenewal(tank: Tank, { percent, days_to_empty }: PortSummary): void {
    const now = this.world.now()
    const before = this.last.get(tank)
    this.last.delete(tank)
    if (percent === null || days_to_empty === null || days_to_empty >= FURTHEST / 24) return
    this.last.set(tank, { at: now, percent, days: days_to_empty })
    const isOld = (look: Look) =>
      Math.abs(look.days - (now - look.at) / DAY - days_to_empty) < ROUNDING && days_to_empty > 1
    const jumped = this.beforeJump.get(tank)
    this.beforeJump.delete(tank)
    if (jumped && isOld(jumped)) {
      const what = `from ${jumped.percent} to ${percent} %, and still ${days_to_empty} days to empty`
      this.world.brokenFor(tank, 6, 'a forecast stays behind its level', what)
    }
    if (before && Math.abs(percent - before.percent) >= JUMP && isOld(before))
      this.beforeJump.set(tank, before)
  }

  private async judgeMargin(tank: Tank): Promise<void> {
    const { world } = this
    const { device } = await world.get(`/devices/${tank.ids.device_id}`, ['levels'])
    const port: PortSummary = device.ports[0]
    const litres = (shown: number) => (port.volume_unit === 'gal' ? shown * GALLON : shown)
    if (port.level_source === 'estimated' && port.volume_range) {
      const [low, high] = port.volume_range.map(litres) as [number, number]
      const truth = tank.level(world.now())
      this.count('estimated', truth >= low - 1 && truth <= high + 1)
    }
    const at = Date.parse(port.trusted_at ?? '')
    const truth = tank.measured.get(at)
    if (port.level_source !== 'measured' || port.volume === null || truth === undefined) return
    const margin = litres(port.volume_margin ?? 0)
    this.count('measured', Math.abs(litres(port.volume) - truth) <= margin + 1)
  }

  private count(source: keyof typeof INSIDE, isInside: boolean): void {
    this.looks[source].all += 1
    if (isInside) this.looks[source].inside += 1
  }

  /** Compares a forecast with the future of a tank without deliveries. */
  private judgeForecast(tank: Tank, port: PortSummary): void {
    const { days_to_empty, days_to_empty_range: range } = port
    const now = this.world.now()
    if (days_to_empty === null || !range || tank.isLosing(now)) return
    const hours = tank.hoursUntil(UNDRAWN, now, FURTHEST)
    if (hours >= FURTHEST) return
    const days = (hours * HOUR) / DAY
    const { forecasts } = this
    forecasts.all += 1
    if (days < range[0]) forecasts.before += 1
    else if (days <= range[1]) forecasts.inside += 1
    forecasts.errors.push(Math.abs(days_to_empty - days))
  }

  /** Judges the shares at the end, and adds them to the report. */
  conclude(): void {
    const { books } = this.world
    for (const source of ['measured', 'estimated'] as const) {
      const { inside, all } = this.looks[source]
      const kind = `levels that are ${source} lie too often outside their margin`
      books.figures.set(`${source} levels within their margin`, `${inside} of ${all}`)
      if (all < MIN_SAMPLES || inside >= INSIDE[source] * all) continue
      this.world.broken(4, kind, `${inside} of ${all} lie within it`)
    }
    const { inside, before, all, errors } = this.forecasts
    const median = errors.sort((one, other) => one - other)[Math.floor(errors.length / 2)]
    const details = `${inside} of ${all} within P10 to P90, ${before} before it, median error ${median?.toFixed(1)} days`
    books.figures.set('forecasts of empty tanks', details)
    const isRight = inside >= 0.74 * all && inside <= 0.9 * all && before <= 0.14 * all
    if (all < ENOUGH_FORECASTS || isRight) return
    this.world.broken(6, 'the ranges of forecasts are not true', details)
  }

  private broken(promise: number, tank: Tank, port: PortSummary, kind: string, details: string): void {
    const now = this.world.now()
    const { level, percent, reading_at, level_source } = port
    const shown = `shown as ${level}, ${percent} % as of ${reading_at} (${level_source})`
    const truth = `${new Date(now).toISOString()}: ${shown}, truly ${(tank.share(now) * 100).toFixed(1)} %`
    this.world.brokenFor(tank, promise, kind, `${truth}; ${details}`)
  }
}
