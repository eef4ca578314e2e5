import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchStops, placeOf, type StoredStop, stopsOf } from './stops.ts'

const farm = { company_id: 4, company_title: 'Farm', ship_location_label: 'Barn', ship_city: 'York' }

test('groups the loads of one customer at one place, in the order of the round', () => {
  const loads = [
    { ...farm, litres: 1 },
    { ...farm, ship_location_label: 'Yard', litres: 2 },
    { ...farm, litres: 3 },
    { company_id: 5, litres: 4 },
  ]
  expect(
    stopsOf(loads).map(({ company, place, loads: some }) => [
      company,
      place,
      some.map((item) => item.litres),
    ]),
  ).toEqual([
    ['Farm', 'Barn, York', [1, 3]],
    ['Farm', 'Yard, York', [2]],
    ['', '', [4]],
  ])
})

test('a place is trimmed; a load without a customer is not joined with the loads of a customer', () => {
  expect(placeOf({ ship_location_label: ' Barn ', ship_address1: '', ship_city: ' York' })).toBe('Barn, York')
  expect(placeOf({ ship_address1: 5 })).toBe('5')
  const stops = stopsOf([{ company_id: 4 }, { company_id: null }, { company_id: 5 }, {}])
  expect(stops.map(({ key, loads }) => [key, loads.length])).toEqual([
    ['4|', 1],
    ['|', 2],
    ['5|', 1],
  ])
})

describe('the stops of a changed round', () => {
  const storedStop = (stop_id: number, place: string, isBegun = false): StoredStop => ({
    stop_id,
    company_id: 4,
    place,
    isBegun,
  })
  const load = (ship_location_label: string, stop_id: number | null = null) => ({
    company_id: 4,
    ship_location_label,
    stop_id,
  })
  const resultOf = (stops: readonly StoredStop[], loads: readonly ReturnType<typeof load>[]) =>
    matchStops(stops, loads).map(({ stop_id, place, loads: some }) => [stop_id, place, some.length])

  test('keep their order while they have loads; new ones follow in the order of the loads', () => {
    expect(
      resultOf(
        [storedStop(8, 'Barn'), storedStop(7, 'Yard')],
        [load('Shed'), load('Yard'), load('Barn'), load('Yard')],
      ),
    ).toEqual([
      [8, 'Barn', 1],
      [7, 'Yard', 2],
      [null, 'Shed', 1],
    ])
  })

  test('are removed with their last load, unless something happened there', () => {
    expect(resultOf([storedStop(7, 'Barn'), storedStop(8, 'Yard', true)], [])).toEqual([[8, 'Yard', 0]])
  })

  test('follow a load whose place was edited', () => {
    expect(resultOf([storedStop(7, 'Barn')], [load('Red barn', 7)])).toEqual([[7, 'Red barn', 1]])
  })

  test('stay with the loads that stayed, if one of them moved elsewhere', () => {
    expect(resultOf([storedStop(7, 'Barn')], [load('Barn', 7), load('Yard', 7)])).toEqual([
      [7, 'Barn', 1],
      [null, 'Yard', 1],
    ])
  })

  test('hold each load once, and no stop occurs twice', () => {
    const places = fc.constantFrom('Barn', 'Yard', 'Shed', '')
    const stops = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), places, fc.boolean()), {
      selector: ([id]) => id,
    })
    const loads = fc.array(fc.tuple(places, fc.option(fc.integer({ min: 1, max: 6 }))))
    fc.assert(
      fc.property(stops, loads, (some, delivered) => {
        const drawn = delivered.map(([place, id]) => load(place, id))
        const matched = matchStops(
          some.map(([id, place, isBegun]) => storedStop(id, place, isBegun)),
          drawn,
        )
        expect(matched.flatMap(({ loads: mine }) => mine)).toHaveLength(drawn.length)
        const ids = matched.flatMap(({ stop_id }) => stop_id ?? [])
        expect(new Set(ids).size).toBe(ids.length)
        for (const [id, , isBegun] of some) if (isBegun) expect(ids).toContain(id)
        // Matching again with the stored stops changes nothing.
        const stored = matched.map((stop, index) => ({
          ...stop,
          stop_id: stop.stop_id ?? 100 + index,
          isBegun: true,
        }))
        expect(matchStops(stored, drawn).map(({ stop_id }) => stop_id)).toEqual(
          stored.map(({ stop_id }) => stop_id),
        )
      }),
    )
  })
})
