import { expect, test } from 'vitest'
import { TANK_KINDS } from './facts/tanks.ts'
import { heightFor, heightOf } from './laws/tankShape.ts'
import { DAY, HOUR } from './laws/units.ts'
import { Weather } from './laws/weather.ts'
import { Random } from './random.ts'
import { SENSOR_ABOVE, Tank } from './tank.ts'

const START = Date.UTC(2026, 11, 7, 5)
const tankOf = (kind = TANK_KINDS[0]!, litres = 500) => {
  const random = new Random('7')
  const weather = new Weather(random.of('weather'), START - 60 * DAY)
  return new Tank(1, 'H-1', kind, weather, random.of('tank'), { litres, at: START })
}

test('a tank runs down as it is used, and a fill adds its volume', () => {
  const tank = tankOf()
  const before = tank.level(START + DAY)
  expect(before).toBeLessThan(500)
  tank.fill(START + DAY, 300)
  expect(tank.level(START + DAY)).toBeCloseTo(before + 300, 9)
  expect(tank.fills).toEqual([{ at: START + DAY, litres: 300, levelAfter: before + 300 }])
})

test('read every hour or once, the level is the same', () => {
  const [often, once] = [tankOf(), tankOf()]
  for (let hour = 1; hour <= 48; hour++) often.level(START + hour * HOUR)
  expect(often.level(START + 2 * DAY)).toBeCloseTo(once.level(START + 2 * DAY), 9)
})

test('a tank that is never filled ends empty, never below', () => {
  const tank = tankOf(TANK_KINDS[0], 50)
  expect(tank.level(START + 60 * DAY)).toBe(0)
  expect(tank.dryFrom).toBeGreaterThan(START)
})

test.each(TANK_KINDS)('the history leads to the level at the start: $product in $shape.slug', (kind) => {
  const tank = tankOf(kind, 300)
  const levels = tank.history(START - 45 * DAY, 3)
  expect(levels.length).toBe(45 * 8)
  expect(levels.every(({ litres }) => litres > 0 && litres <= tank.limit * 1.02)).toBe(true)
  expect(levels.at(-1)!.at).toBe(START - 3 * HOUR)
  expect(levels.at(-1)!.litres).toBeGreaterThanOrEqual(300)
})

test('a tank that is full at the start was filled before its last two readings', () => {
  const { limit } = tankOf()
  const levels = tankOf(TANK_KINDS[0], limit).history(START - 2 * DAY, 3)
  expect(levels.slice(-2).every(({ litres }) => litres >= limit)).toBe(true)
  expect(levels.some(({ litres }) => litres < limit / 2)).toBe(true)
})

test('a sensor above the liquid measures the distance to it', () => {
  const kind = { ...TANK_KINDS[0]!, noise: 0 }
  const raw = tankOf(kind).reading(500, new Random('7'))
  expect(raw).toBeCloseTo(heightOf(kind.shape) + SENSOR_ABOVE - heightFor(kind.shape, 500), 1)
})

test('cold days follow cold days', () => {
  const weather = new Weather(new Random('7'), START)
  const days = Array.from({ length: 2000 }, (_, day) => weather.celsius(START + day * DAY))
  const year = days.slice(365)
  const departures = year.map((celsius, at) => celsius - days[at]!)
  const variance = departures.reduce((sum, one) => sum + one ** 2, 0)
  const next = departures.slice(1).reduce((sum, one, at) => sum + one * departures[at]!, 0)
  expect(next / variance).toBeGreaterThan(0.6)
  expect(next / variance).toBeLessThan(0.9)
})

test('the predicted hours until a tank is down to a share agree with the simulation', () => {
  const [predicted, lived] = [tankOf(), tankOf()]
  const hours = predicted.hoursUntil(0.1, START, 90 * 24)
  expect(hours).toBeGreaterThan(24)
  expect(lived.share(START + (hours - 1) * HOUR)).toBeGreaterThan(0.1)
  expect(lived.share(START + (hours + 1) * HOUR)).toBeLessThan(0.1)
})

test('a theft takes its volume, and shows for the days in which it is found', () => {
  const [whole, robbed] = [tankOf(), tankOf()]
  robbed.trouble = { from: START + HOUR, to: START + 2 * HOUR, litresAnHour: 100 }
  expect(robbed.level(START + DAY)).toBeCloseTo(whole.level(START + DAY) - 100, 9)
  expect([robbed.isLosing(START), robbed.isLosing(START + DAY), robbed.isLosing(START + 5 * DAY)]).toEqual([
    false,
    true,
    false,
  ])
})

test('a tank knows since when it is below its urgent line, and when it ran out', () => {
  const tank = tankOf()
  tank.level(START + 90 * DAY)
  expect(tank.lowFrom).toBeGreaterThan(START)
  expect(tank.runOuts).toEqual([tank.dryFrom])
  tank.fill(START + 90 * DAY, 500)
  expect([tank.lowFrom, tank.dryFrom]).toEqual([null, null])
})
