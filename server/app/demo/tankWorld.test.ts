import { describe, expect, it } from 'vitest'
import { MEASURES } from '#core/domains/devices/sensor_types.ts'
import { builtInTankTypes } from '#core/domains/tanks/volume/builtInTankTypes.ts'
import { tankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { contentOf } from '#core/domains/telemetry/levels/contentOf.ts'
import { type Measure, rawToHeight } from '#core/domains/telemetry/levels/rawToHeight.ts'
import { clockHour, meanOfDay, swelling } from './demoWeather.ts'
import { deviceHistory } from './deviceHistory.ts'
import { TOWNS } from './facts.ts'
import type { PlannedPort } from './fleet.ts'
import { demoFleet } from './fleet.ts'
import { seededRandom } from './seededRandom.ts'
import { simulatedDevice } from './simulatedDevice.ts'
import { heightToRaw, SENSORS, tankSensor } from './tankSensor.ts'
import { nextLevel, pastLevels, type TankNature, usedBetween } from './tankWorld.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 15, 24)
const HOURLY = Array.from({ length: 90 * 24 }, (_, i) => NOW - (90 * 24 - 1 - i) * HOUR)

const fleet = demoFleet()
const ports = fleet.flatMap((device) => device.ports)
const watched = ports.filter(({ geometry }) => geometry !== null)

describe('the demo fleet', () => {
  it('has 120 devices with 229 ports, each device with its own printed id', () => {
    expect(fleet).toHaveLength(120)
    expect(ports).toHaveLength(229)
    expect(new Set(fleet.map(({ public_id }) => public_id)).size).toBe(120)
    expect(fleet.every(({ public_id }) => /^LT(14|40)-[0-9A-F]{6}$/.test(public_id))).toBe(true)
  })

  it('has tanks of every built-in shape and sensors of every measure', () => {
    const slugs = new Set(ports.map(({ tank }) => (tank?.strapping ? 'strapping_table' : tank?.shape)))
    expect(builtInTankTypes.filter(({ slug }) => !slugs.has(slug))).toEqual([])
    expect(new Set(ports.map(({ sensor }) => SENSORS[sensor].measure))).toEqual(new Set(MEASURES))
  })

  it('gives no two devices of a company the same name', () => {
    const names = fleet.map(({ company, label }) => `${company}/${label}`)
    expect(new Set(names).size).toBe(names.length)
    expect(fleet.every(({ label }) => label.length <= 65)).toBe(true)
  })
})

describe('a device of the demo', () => {
  it('has the same history every time', () => {
    for (const device of fleet.slice(0, 5)) {
      expect(deviceHistory(device, NOW, 20)).toEqual(deviceHistory(device, NOW, 20))
    }
  })

  it('ends its history by now, unless it went silent days before', () => {
    for (const device of fleet) {
      const age = (NOW - deviceHistory(device, NOW, 45).at(-1)!.time) / HOUR
      if (device.condition === 'silent') expect(age).toBeGreaterThan(24)
      else if (device.condition !== 'retired') expect(age).toBeLessThan(5)
      expect(age).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('a year of a device', () => {
  const year = fleet
    .filter((_, i) => i % 12 === 2)
    .map((device) => ({ device, records: deviceHistory(device, NOW, 365) }))

  it('has every record lately, and before that the hours by which days and quiet nights are measured', () => {
    for (const { device, records } of year) {
      const before = records.filter(({ time }) => time < NOW - 100 * DAY)
      const hours = new Map<number, number>()
      for (const { time } of before) {
        const hour = clockHour(device.town.timeZone, time)
        hours.set(hour, (hours.get(hour) ?? 0) + 1)
      }
      expect([...hours.keys()].sort((a, b) => a - b)).toEqual([4, 10, 16, 22])
      expect(before.length).toBeGreaterThan(1000)
      const lately = records.filter(({ time }) => time > NOW - 80 * DAY && time < NOW - 70 * DAY)
      if (device.condition !== 'retired')
        expect(lately.length).toBeGreaterThan(0.97 * 10 * (86_400 / device.record_interval))
    }
  })

  it('has the same last moments of its nights in both parts', () => {
    const { device, records } = year.find((item) => item.device.record_interval === 3600)!
    const quiet = (time: number) => {
      const hour = clockHour(device.town.timeZone, time)
      return hour === 22 || hour === 4
    }
    const aDay = (from: number) =>
      records.filter(({ time }) => time > NOW - from * DAY && time <= NOW - (from - 30) * DAY && quiet(time))
        .length
    expect(Math.abs(aDay(300) - 60)).toBeLessThan(3)
    expect(Math.abs(aDay(60) - 60)).toBeLessThan(3)
  })
})

describe('cold and seasons', () => {
  const dayOf = (date: string) => Date.parse(date) / DAY
  const usedOn = (nature: TankNature, date: string, days: number) =>
    usedBetween(nature, Date.parse(date), Date.parse(date) + days * DAY) / days
  const natureOf = (rhythm: TankNature['rhythm']) =>
    watched.find((port) => port.nature.rhythm === rhythm)!.nature

  it('are as cold in Nebraska, Minnesota and Georgia as their degree days', () => {
    // °F·d a year from NOAA's normals, within a sixth.
    const normals = { 'Grand Island, NE': 6300, 'Duluth, MN': 9400, 'Macon, GA': 2300, 'Elko, NV': 6900 }
    for (const [name, normal] of Object.entries(normals)) {
      const town = TOWNS.get(name)!
      const first = dayOf('2025-11-20')
      const days = Array.from({ length: 365 }, (_, i) => Math.max(0, 18.33 - meanOfDay(town, first + i)))
      const year = days.reduce((sum, day) => sum + day, 0) * 1.8
      expect(Math.abs(year / normal - 1)).toBeLessThan(1 / 6)
    }
  })

  it('repeat the weather of the day before on 29 February, and each year', () => {
    const town = TOWNS.get('Ames, IA')!
    expect(meanOfDay(town, dayOf('2028-02-29'))).toBeCloseTo(meanOfDay(town, dayOf('2028-02-28')), 0)
    expect(meanOfDay(town, dayOf('2026-01-07'))).toBeCloseTo(meanOfDay(town, dayOf('2027-01-07')), 0)
  })

  it('heat by degree days, and hardly in summer', () => {
    const nature = natureOf('heating')
    const [winter, summer] = [usedOn(nature, '2026-01-10', 30), usedOn(nature, '2026-07-10', 30)]
    expect(winter).toBeGreaterThan(8 * summer)
    expect(summer).toBeGreaterThan(0)
  })

  it('dry grain in autumn only', () => {
    const nature = natureOf('dryer')
    expect(usedOn(nature, '2026-10-10', 40)).toBeGreaterThan(0.7 * nature.dailyUse)
    expect(usedOn(nature, '2026-12-20', 60)).toBe(0)
    expect(usedOn(nature, '2026-07-01', 60)).toBe(0)
  })

  it('expand liquids: propane by three in a thousand a degree, water not at all', () => {
    const propane = watched.find(({ product }) => product === 'Propane')!
    expect(swelling(propane, 15)).toBeCloseTo(1, 6)
    expect(swelling(propane, 25) / swelling(propane, 15)).toBeCloseTo(1.03, 2)
    expect(swelling({ group: 'none', gravity: 1 }, 30)).toBe(1)
  })

  it('fill no tank of a liquefied gas beyond its maximum fill', () => {
    for (const { nature } of watched.filter(({ group }) => group === 'lpg')) {
      if (nature.finalPercent < 90)
        expect(Math.max(...pastLevels(nature, HOURLY).levels)).toBeLessThanOrEqual(80)
    }
  })

  it('include one sensor that drifts upwards, and continues to', () => {
    const device = fleet.find(({ condition }) => condition === 'drift')!
    const records = deviceHistory(device, NOW, 60)
    const port = device.ports[0]!
    const shown = (days: number) => {
      const some = records.filter(({ time }) => Math.abs(time - (NOW - days * DAY)) < DAY / 2)
      return some.reduce((sum, { ports: [one] }) => sum + one!.value, 0) / some.length
    }
    // It measures the distance to the liquid: less is more.
    expect(shown(0.5)).toBeLessThan(shown(15) - 0.03 * port.geometry!.height)
    expect(shown(20)).toBeGreaterThan(shown(30) - 0.01 * port.geometry!.height)
    const living = simulatedDevice(device, [{ port_number: 1, percent: 70, raw: 0 }], NOW)
    const { records: sent } = JSON.parse(living.report(NOW + 10 * DAY)) as {
      records: { ports: { value: number }[] }[]
    }
    expect(sent.at(-1)!.ports[0]!.value).toBeLessThan(sent[0]!.ports[0]!.value - 0.02 * port.geometry!.height)
  })
})

describe('the level of a tank', () => {
  it('stays between empty and full, and ends where it was planned to', () => {
    for (const { nature } of watched) {
      const levels = pastLevels(nature, HOURLY).levels
      expect(Math.min(...levels)).toBeGreaterThan(0)
      expect(Math.max(...levels)).toBeLessThanOrEqual(98.5)
      expect(levels.at(-1)).toBeCloseTo(nature.finalPercent, 6)
    }
  })

  it('is filled by deliveries again and again', () => {
    const busy = watched.filter(({ nature }) => nature.rhythm === 'business' && nature.dailyUse > 3)
    for (const { nature } of busy) {
      const levels = pastLevels(nature, HOURLY).levels
      const fills = levels.filter((level, i) => i > 0 && level - levels[i - 1]! > 20)
      expect(fills.length).toBeGreaterThan(1)
    }
  })

  it('continues forwards, and a low tank is filled within days', () => {
    const { nature } = watched.find((port) => port.nature.rhythm === 'business')!
    let level = 18
    const levels = HOURLY.slice(0, 14 * 24).map((time) => {
      level = nextLevel(nature, level, time - HOUR, time)
      return level
    })
    expect(Math.max(...levels)).toBeGreaterThan(75)
    expect(Math.min(...levels)).toBeGreaterThan(0)
  })
})

describe('a sensor of the demo', () => {
  const all: Measure[] = ['distance', 'height', 'pressure', 'current', 'percent']

  it.each(all)('gives a raw value of a %s that converts back to the height', (measure) => {
    const sensor = { measure, sensorOffset: 40, tankHeight: 2400, specificGravity: 0.845 }
    const rawOf = heightToRaw(sensor, (height) => height)
    for (let height = 100; height <= 2400; height += 100) {
      const found = rawToHeight({ ...sensor, raw: rawOf(height), temperature: null })!
      expect(Math.abs(found - height)).toBeLessThan(0.01 * height)
    }
  })

  it('gives no height for a temperature', () => {
    const sensor = { measure: 'temperature', sensorOffset: 40, tankHeight: 2400, specificGravity: 1 } as const
    expect(() => heightToRaw(sensor, (height) => height)).toThrow(RangeError)
  })

  it('shows a level that converts back to it, within the scatter of the sensor', () => {
    for (const port of watched) {
      for (const percent of [25, 50, 75])
        expect(Math.abs(percentShown(port, percent) - percent)).toBeLessThan(2)
    }
  })
})

/** The level that the product reads from a planned port's raw value: the median of nine. */
function percentShown(port: PlannedPort, percent: number): number {
  const random = seededRandom(port.nature.seed)
  const sensor = tankSensor(port)!
  const curve = tankCurve(port.geometry!)
  const shown = Array.from({ length: 9 }, () => {
    const reading = {
      measure: SENSORS[port.sensor].measure,
      raw: sensor.rawAt(percent, random),
      sensorOffset: port.sensor_offset,
      specificGravity: port.gravity,
      temperature: null,
    }
    return contentOf(reading, curve, port.geometry!.capacity).percent!
  })
  return shown.sort((a, b) => a - b)[4]!
}
