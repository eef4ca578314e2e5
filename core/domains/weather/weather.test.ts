import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEGREE_DAY_BASES, degreeDays } from './degreeDays.ts'
import { readWeather, WrongWeather, weatherQuery } from './openMeteo.ts'
import { middleOf, weatherCellOf } from './weatherCell.ts'

describe('the cell of a place', () => {
  test.each([
    [
      { latitude: 41.88, longitude: -87.63 },
      { north: 168, east: -351 },
    ],
    [
      { latitude: 0, longitude: 0 },
      { north: 0, east: 0 },
    ],
    // Either side of the date line, and on it.
    [
      { latitude: -17.7, longitude: 179.95 },
      { north: -71, east: -720 },
    ],
    [
      { latitude: -17.7, longitude: -179.95 },
      { north: -71, east: -720 },
    ],
    [
      { latitude: -17.7, longitude: 180 },
      { north: -71, east: -720 },
    ],
    [
      { latitude: 90, longitude: 12 },
      { north: 360, east: 48 },
    ],
  ])('%j', (place, cell) => expect(weatherCellOf(place)).toEqual(cell))

  test('has its center within an eighth of a degree, all around the earth', () => {
    const places = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(places, (place) => {
        const middle = middleOf(weatherCellOf(place))
        expect(Math.abs(middle.latitude - place.latitude)).toBeLessThanOrEqual(0.125)
        const east = Math.abs(middle.longitude - place.longitude)
        expect(Math.min(east, 360 - east)).toBeLessThanOrEqual(0.125 + 1e-9)
        expect(weatherCellOf(middle)).toEqual(weatherCellOf(place))
      }),
    )
  })
})

test('degree days count from 65 °F or 18 °C, and are never negative', () => {
  expect(DEGREE_DAY_BASES.f65).toBeCloseTo(18.333, 3)
  expect(degreeDays(8, 'c18')).toBe(10)
  expect(degreeDays(-12, 'c18')).toBe(30)
  expect(degreeDays(25, 'f65')).toBe(0)
})

describe('the format of Open-Meteo', () => {
  const place = (days: object) => JSON.stringify({ latitude: 42, longitude: -87.75, daily: days })
  const good = { time: ['2026-11-20', '2026-11-21'], temperature_2m_mean: [3.5, null] }

  test('is requested for all cells at once', () => {
    const query = weatherQuery([
      { north: 168, east: -351 },
      { north: -71, east: -720 },
    ])
    expect(query).toEqual({
      latitude: '42,-17.75',
      longitude: '-87.75,-180',
      daily: 'temperature_2m_mean',
      past_days: '92',
      forecast_days: '16',
      timezone: 'auto',
    })
  })

  test('returns one place as an object and several as a list; days without a value are left out', () => {
    const days = [{ date: '2026-11-20', mean: 3.5 }]
    expect(readWeather(place(good), 1)).toEqual([days])
    expect(readWeather(`[${place(good)},${place(good)}]`, 2)).toEqual([days, days])
  })

  test.each([
    ['no JSON', '<html>', 1],
    ['something else', '{"error":true,"reason":"Daily API request limit exceeded"}', 1],
    ['fewer places', place(good), 2],
    ['fewer temperatures than days', place({ ...good, temperature_2m_mean: [1] }), 1],
    ['a day that is none', place({ time: ['2026-02-30'], temperature_2m_mean: [1] }), 1],
    ['a temperature that cannot be', place({ time: ['2026-02-20'], temperature_2m_mean: [-273.2] }), 1],
    ['text instead of figures', place({ time: ['2026-02-20'], temperature_2m_mean: ['cold'] }), 1],
  ])('is refused with %s', (_, text, expected) => {
    expect(() => readWeather(text, expected)).toThrow(WrongWeather)
  })
})
