import { expect, test } from 'vitest'
import type { Round } from './boardTypes.ts'
import { linesOf } from './roundLines.ts'

const load = (place: string, longitude: number | null) => ({
  ...{ shipment_detail_id: longitude ?? 0, ship_location_label: place, company_id: 1, place },
  ...{ longitude, latitude: longitude === null ? null : 41 },
})
const round = {
  shipment_id: 7,
  loads: [load('A', -96), load('B', -97), load('Nowhere', null)],
} as unknown as Round
const shapes = (ways: [number, [number, number][]][]) =>
  linesOf([round], new Map(ways)).features.map(({ geometry }) => geometry)
const points = [-96, -97].map((longitude) => ({ type: 'Point', coordinates: [longitude, 41] }))

test('a round is a straight line from stop to stop as long as its roads are unknown', () => {
  const straight = [
    [-96, 41],
    [-97, 41],
  ]
  expect(shapes([])).toEqual([{ type: 'LineString', coordinates: straight }, ...points])
  expect(shapes([[8, [[0, 0]]]])[0]).toEqual({ type: 'LineString', coordinates: straight })
})

test('a round follows its roads if known, and its stops stay in place', () => {
  const along: [number, number][] = [
    [-96, 41],
    [-96.4, 41.2],
    [-97, 41],
  ]
  expect(shapes([[7, along]])).toEqual([{ type: 'LineString', coordinates: along }, ...points])
})
