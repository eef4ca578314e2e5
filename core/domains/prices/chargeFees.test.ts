import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CandidateFee, type ChargedFee, chargeFees, type FeeLine, followFees } from './chargeFees.ts'

const GALLON = '3.785411784'
const TUESDAY = { at: '2026-03-10T12:00:00Z', date: '2026-03-10' }
const SATURDAY = { at: '2026-03-14T12:00:00Z', date: '2026-03-14' }
const gallons = (count: number, is_hazardous = true): FeeLine => ({
  litres: String(count * Number(GALLON)),
  is_hazardous,
})

let count = 0
const fee = (more: Partial<CandidateFee> = {}): CandidateFee => ({
  ...{ price_fee_id: ++count, name: 'Fee', fee_kind: 'delivery', charge: 'freight', amount: '25.000000' },
  ...{ per: 'document', litres: null, below_quantity: null, terminal_id: null, product_id: null },
  ...{ from_index: null, from_date: '2026-01-01', to_date: null },
  ...more,
})
const charged = (fees: CandidateFee[], lines: FeeLine[], { moment = TUESDAY, index = '3.00' } = {}) =>
  chargeFees(fees, lines, {
    ...{ moment, places: 2 },
    index: [{ terminal_id: 7, product_id: 9, unit_price: index }],
  }).map(({ amount }) => amount)

test('a delivery fee is charged in its days, a weekend fee on Saturdays and Sundays', () => {
  expect(charged([fee()], [gallons(100)])).toEqual(['25.000'])
  expect(charged([fee({ from_date: '2026-03-11' })], [gallons(100)])).toEqual([])
  expect(charged([fee({ to_date: '2026-03-09' })], [gallons(100)])).toEqual([])
  const weekend = fee({ fee_kind: 'weekend' })
  expect(charged([weekend], [gallons(100)])).toEqual([])
  expect(charged([weekend], [gallons(100)], { moment: SATURDAY })).toEqual(['25.000'])
})

test('a minimum drop is charged below its quantity, over all lines together', () => {
  const drop = fee({ fee_kind: 'minimum_drop', below_quantity: '100', litres: GALLON })
  expect(charged([drop], [gallons(40), gallons(59.9)])).toEqual(['25.000'])
  expect(charged([drop], [gallons(40), gallons(60)])).toEqual([])
})

test('a minimum drop is charged for each stop below its quantity, also when all are billed at once', () => {
  const drop = fee({ fee_kind: 'minimum_drop', below_quantity: '100', litres: GALLON })
  const at = (stop: number, count: number) => ({ ...gallons(count), drop: stop })
  expect(charged([drop], [at(1, 60), at(2, 40)])).toEqual(['50.000'])
  expect(charged([drop], [at(1, 60), at(1, 40), at(2, 99)])).toEqual(['25.000'])
  expect(charged([drop], [at(1, 100), at(2, 100)])).toEqual([])
  const perGallon = { ...drop, per: 'unit' as const, amount: '0.5' }
  expect(charged([perGallon], [at(1, 60), at(2, 100)])).toEqual(['30.000'])
  // Other fees are the order's.
  expect(charged([fee()], [at(1, 60), at(2, 40)])).toEqual(['25.000'])
})

test('a hazmat fee per gallon counts dangerous goods only, and is rounded once to the currency', () => {
  const hazmat = fee({ fee_kind: 'hazmat', per: 'unit', litres: GALLON, amount: '0.013' })
  expect(charged([hazmat], [gallons(150), gallons(50, false)])).toEqual(['1.950'])
  expect(charged([hazmat], [gallons(100, false)])).toEqual([])
})

// TGS Transportation, fuel surcharge by the EIA US average: 2.95 to 2.999 is 0.35, 3.00 to 3.049 is 0.36.
test('a fuel surcharge takes the highest row of its table that the index reaches', () => {
  const row = (from_index: string, amount: string) =>
    fee({
      ...{ fee_kind: 'fuel_surcharge', name: 'EIA', per: 'unit', litres: GALLON, amount, from_index },
      ...{ terminal_id: 7, product_id: 9 },
    })
  const table = [row('2.95', '0.35'), row('3.00', '0.36'), row('3.05', '0.37')]
  expect(charged(table, [gallons(100)], { index: '2.999' })).toEqual(['35.000'])
  expect(charged(table, [gallons(100)], { index: '3.00' })).toEqual(['36.000'])
  expect(charged(table, [gallons(100)], { index: '2.949' })).toEqual([])
})

test('a table charges one row at most, and nothing is charged without lines', () => {
  const rows = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 7 }), (starts, index) => {
      const table = starts.map((from) =>
        fee({
          fee_kind: 'fuel_surcharge',
          terminal_id: 7,
          product_id: 9,
          from_index: String(from),
          amount: '5',
        }),
      )
      const reached = starts.some((from) => from <= index)
      expect(charged(table, [gallons(1)], { index: String(index) })).toHaveLength(reached ? 1 : 0)
      expect(charged(table, [], { index: String(index) })).toEqual([])
    }),
  )
})

test('charges follow the fees, except one that a person entered', () => {
  const charged = (amount: string, charge: ChargedFee['charge'] = 'freight'): ChargedFee => ({
    ...{ price_fee_id: 1, name: 'Fee', charge, amount, index: null },
  })
  const found = [charged('25.000'), charged('5.000'), charged('3.000', 'customs')]
  expect(followFees({}, [], found)).toMatchObject({ freight: '30.000', customs: '3.000' })
  expect(followFees({ freight: '', customs: '1' }, [], found)).toEqual({
    ...{ freight: '30.000', expedite_fee: '0.000', handling_charge: '0.000' },
  })
  const before = [charged('20.000')]
  expect(followFees({ freight: '20.000' }, before, found)).toMatchObject({ freight: '30.000' })
  expect(followFees({ freight: '0' }, before, found)).not.toHaveProperty('freight')
})
