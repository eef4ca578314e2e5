import { expect, test } from 'vitest'
import { PLAIN_TANK, tankCurve } from '#core/domains/tanks/volume/tankVolume.ts'
import { contentOf } from './contentOf.ts'

const BALL = tankCurve({
  ...PLAIN_TANK,
  ...{ diameter: 2000, height: 0, width: 0, length: 0, capacity: 4000, strapping: null },
  formula: 'pi*clamp(h,0,D)^2*(1.5*D-clamp(h,0,D))/3e6',
})
const dial = (raw: number) =>
  contentOf(
    { measure: 'volume_percent', raw, sensorOffset: 1, specificGravity: 1, temperature: null },
    BALL,
    4000,
  )

test('a dial in percent of volume gives the volume, for any shape', () => {
  expect(dial(25)).toMatchObject({ volume: 1000, percent: 25 })
  // A quarter of a ball's volume is between a quarter and half of its height.
  expect(BALL.volumeAt(dial(25).height!)).toBeCloseTo(1000, 3)
  expect(dial(25).height).toBeGreaterThan(500)
  expect(dial(0)).toEqual({ height: 0, volume: 0, percent: 0 })
})

test('a dial beyond 100 % gives a height beyond the tank, for the range check to refuse', () => {
  expect(dial(130).height).toBeCloseTo(2600, 6)
  expect(dial(-10).height).toBeCloseTo(-200, 6)
  expect(dial(Number.NaN)).toEqual({ height: null, volume: null, percent: null })
})

test('every other sensor gives a height, and the shape the volume', () => {
  const reading = { measure: 'percent', sensorOffset: 1, specificGravity: 1, temperature: null } as const
  expect(contentOf({ ...reading, raw: 50 }, BALL, 0)).toMatchObject({ height: 1000, percent: 50 })
  expect(contentOf({ ...reading, measure: 'temperature', raw: 5 }, BALL, 0).volume).toBeNull()
})
