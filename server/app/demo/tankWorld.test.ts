import { describe, expect, it } from 'vitest'
import { MEASURES } from '#core/domains/devices/sensor_types.ts'
import { builtInTankTypes } from '#core/domains/tanks/builtInTankTypes.ts'
import { tankCurve } from '#core/domains/tanks/tankVolume.ts'
import { contentOf } from '#core/domains/telemetry/contentOf.ts'
import { type Measure, rawToHeight } from '#core/domains/telemetry/rawToHeight.ts'
import { demoFleet, type PlannedPort } from './demoFleet.ts'
import { deviceHistory } from './deviceHistory.ts'
import { heightToRaw } from './heightToRaw.ts'
import { seededRandom } from './seededRandom.ts'
import { SENSORS, tankSensor } from './tankSensor.ts'
import { nextLevel, pastLevels } from './tankWorld.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 15, 24)
const HOURLY = Array.from({ length: 90 * 24 }, (_, i) => NOW - (90 * 24 - 1 - i) * HOUR)

const fleet = demoFleet()
const ports = fleet.flatMap((device) => device.ports)
const watched = ports.filter(({ tank }) => tank !== null)

describe('the demo fleet', () => {
  it('has 120 devices with 240 ports, each with a printed id of its own', () => {
    expect(fleet).toHaveLength(120)
    expect(ports).toHaveLength(240)
    expect(new Set(fleet.map(({ public_id }) => public_id)).size).toBe(120)
    expect(fleet.every(({ public_id }) => /^LT(14|40)-[0-9A-F]{6}$/.test(public_id))).toBe(true)
  })

  it('has tanks of every built-in shape and sensors of every measure', () => {
    const slugs = new Set(ports.map(({ slug }) => slug))
    expect(builtInTankTypes.filter(({ slug }) => !slugs.has(slug))).toEqual([])
    expect(new Set(ports.map(({ sensor }) => SENSORS[sensor].measure))).toEqual(new Set(MEASURES))
  })

  it('calls no two devices of a company the same', () => {
    const names = fleet.map(({ company, label }) => `${company}/${label}`)
    expect(new Set(names).size).toBe(names.length)
    expect(fleet.every(({ label }) => label.length <= 65)).toBe(true)
  })
})

describe('a device of the demo', () => {
  it('tells the same story every time', () => {
    for (const device of fleet.slice(0, 5)) {
      expect(deviceHistory(device, NOW, 20)).toEqual(deviceHistory(device, NOW, 20))
    }
  })

  it('ends its story not later than now, unless it went silent days before', () => {
    for (const device of fleet) {
      const age = (NOW - deviceHistory(device, NOW, 45).at(-1)!.time) / HOUR
      if (device.condition === 'silent') expect(age).toBeGreaterThan(24)
      else if (device.condition !== 'retired') expect(age).toBeLessThan(5)
      expect(age).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('the level of a tank', () => {
  it('stays between empty and full, and ends where it was planned to', () => {
    for (const { nature } of watched) {
      const levels = pastLevels(nature, HOURLY)
      expect(Math.min(...levels)).toBeGreaterThan(0)
      expect(Math.max(...levels)).toBeLessThanOrEqual(98.5)
      expect(levels.at(-1)).toBeCloseTo(nature.finalPercent, 6)
    }
  })

  it('is filled by deliveries again and again', () => {
    const busy = watched.filter(({ nature }) => nature.rhythm === 'business' && nature.dailyUse > 3)
    for (const { nature } of busy) {
      const levels = pastLevels(nature, HOURLY)
      const fills = levels.filter((level, i) => i > 0 && level - levels[i - 1]! > 20)
      expect(fills.length).toBeGreaterThan(1)
    }
  })

  it('goes on forwards, and a low tank is filled within days', () => {
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

  it.each(all)('tells a %s that leads back to the height', (measure) => {
    const sensor = { measure, sensorOffset: 40, tankHeight: 2400, specificGravity: 0.845 }
    for (let height = 100; height <= 2400; height += 100) {
      const found = rawToHeight({ ...sensor, raw: heightToRaw(sensor, height), temperature: null })!
      expect(Math.abs(found - height)).toBeLessThan(0.01 * height)
    }
  })

  it('tells no height from a temperature', () => {
    const sensor = { measure: 'temperature', sensorOffset: 40, tankHeight: 2400, specificGravity: 1 } as const
    expect(() => heightToRaw(sensor, 100)).toThrow(RangeError)
  })

  it('shows a level that leads back to it, within what the sensor scatters', () => {
    for (const port of watched) {
      for (const percent of [25, 50, 75])
        expect(Math.abs(percentShown(port, percent) - percent)).toBeLessThan(2)
    }
  })
})

/** The level that the product reads from the raw value of a planned port: the middle of nine. */
function percentShown(port: PlannedPort, percent: number): number {
  const random = seededRandom(port.nature.seed)
  const sensor = tankSensor(port)!
  const curve = tankCurve(port.tank!)
  const shown = Array.from({ length: 9 }, () => {
    const reading = {
      measure: SENSORS[port.sensor].measure,
      raw: sensor.rawAt(percent, random),
      sensorOffset: port.sensorOffset,
      specificGravity: port.gravity,
      temperature: null,
    }
    return contentOf(reading, curve, port.tank!.capacity).percent!
  })
  return shown.sort((a, b) => a - b)[4]!
}
