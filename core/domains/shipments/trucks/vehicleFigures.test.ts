import { describe, expect, test } from 'vitest'
import { loadIssueParams } from '../loadIssueParams.ts'
import { litresText, volumeInReaderUnit, volumeText } from '../volumeInReaderUnit.ts'
import { contradictions, exactFigure, VEHICLE_PAIRS, withBothFigures } from './vehicleFigures.ts'

describe('a figure of a vehicle', () => {
  test('exists in both systems: twelve of them', () => {
    expect(VEHICLE_PAIRS.map(([metric, imperial]) => `${metric} ${imperial}`)).toEqual([
      'max_weight imperial_max_weight',
      'gvwr imperial_gvwr',
      'payload imperial_payload',
      'compartment1 imperial_compartment1',
      'compartment2 imperial_compartment2',
      'compartment3 imperial_compartment3',
      'compartment4 imperial_compartment4',
      'compartment5 imperial_compartment5',
      'front_axle_limit imperial_front_axle_limit',
      'front_axle_empty imperial_front_axle_empty',
      'rear_axle_limit imperial_rear_axle_limit',
      'rear_axle_empty imperial_rear_axle_empty',
    ])
  })

  test.each([null, undefined, ''])('is the metric one if the other is %j', (imperial) => {
    expect(exactFigure(3785, imperial, '3.785411784')).toBe(3785)
  })

  test('is converted to the other system if sent in one', () => {
    expect(withBothFigures({ gvwr: 1000, imperial_max_weight: '100' })).toEqual({
      gvwr: 1000,
      imperial_gvwr: '2204.622622',
      imperial_max_weight: '100',
      max_weight: 45,
    })
    expect(withBothFigures({ compartment2: ' 1000 ', imperial_compartment2: null })).toEqual({
      compartment2: ' 1000 ',
      imperial_compartment2: '264.172052',
    })
  })

  test('is exact in the imperial system if both agree; if they differ, both stay', () => {
    expect(withBothFigures({ compartment1: '3785', imperial_compartment1: '1000' })).toEqual({
      compartment1: 3785,
      imperial_compartment1: '1000',
    })
    expect(withBothFigures({ compartment1: 5000, imperial_compartment1: '1000' })).toEqual({
      compartment1: 5000,
      imperial_compartment1: '1000',
    })
  })

  test('replaces a different stored one, regardless of the other system', () => {
    const before = { payload: 5000, imperial_payload: '11023.113109', gvwr: 9000 }
    expect(withBothFigures({ payload: 6000 }, before)).toEqual({
      payload: 6000,
      imperial_payload: '13227.735731',
    })
    expect(withBothFigures({ payload: '5000.0', imperial_payload: '11023.113109' }, before)).toEqual({})
    expect(withBothFigures({ payload: null }, { payload: 0 })).toEqual({ payload: null })
    expect(withBothFigures({ payload: 'x' }, { payload: 'x' })).toEqual({ payload: 'x' })
  })

  test('is cleared in both systems, unless the other one is new', () => {
    const before = { rear_axle_limit: 9000, imperial_rear_axle_limit: '19841.603596' }
    const none = { rear_axle_limit: null, imperial_rear_axle_limit: null }
    expect(withBothFigures({ imperial_rear_axle_limit: null }, before)).toEqual(none)
    expect(
      withBothFigures({ rear_axle_limit: null, imperial_rear_axle_limit: '19841.603596' }, before),
    ).toEqual(none)
    expect(withBothFigures({ rear_axle_limit: 1000, imperial_rear_axle_limit: null }, before)).toEqual({
      rear_axle_limit: 1000,
      imperial_rear_axle_limit: '2204.622622',
    })
  })

  test.each(['x', '1e3', '-5', 'x5', '5x', '1.2345678', '1234567890123456', true])(
    'that is invalid (%j) is left for the definition to refuse',
    (payload) => {
      expect(withBothFigures({ payload })).toEqual({ payload })
      expect(contradictions({ payload, imperial_payload: '1' })).toEqual([])
    },
  )

  test('contradicts the other if neither is the conversion of the other', () => {
    expect(contradictions({ compartment1: 5000, imperial_compartment1: '1000', payload: 1 })).toEqual([
      'imperial_compartment1',
    ])
    expect(contradictions({ compartment1: 3785, imperial_compartment1: '1000' })).toEqual([])
    expect(contradictions({ compartment1: 4000, imperial_compartment1: '1056.688209' })).toEqual([])
    expect(
      contradictions({ gvwr: 1, imperial_gvwr: null, max_weight: null, imperial_max_weight: '1' }),
    ).toEqual([])
  })

  test('does not mutate its input', () => {
    const input = { payload: 5000 }
    withBothFigures(input, input)
    expect(input).toEqual({ payload: 5000 })
  })
})

describe('a volume in the reader’s unit', () => {
  const gallons = { quantity: '250', code: 'gal', litres: '946.352946' }

  test('is as entered in the reader’s unit, else converted to one decimal', () => {
    expect(volumeInReaderUnit(gallons, 'imperial')).toBe('250')
    expect(volumeInReaderUnit(gallons, 'metric')).toBe('946.4')
    expect(volumeInReaderUnit({ quantity: '3', code: 'bbl', litres: '476.961885' }, 'imperial')).toBe('126.0')
    expect(volumeInReaderUnit({ quantity: '3', code: null, litres: '477' }, 'metric')).toBe('477.0')
  })

  test('names its unit', () => {
    expect(volumeText(gallons, 'imperial', 'en')).toBe('250\u00a0gal')
    expect(volumeText(gallons, 'metric', 'de')).toBe('946,4\u00a0L')
    expect(litresText(3785.411784, 'imperial', 'en')).toBe('1,000\u00a0gal')
    expect(litresText(1234.56, 'metric', 'en')).toBe('1,234.6\u00a0L')
    expect(litresText(1234.56, 'metric', 'en', 0)).toBe('1,235\u00a0L')
  })
})

describe('an exceeded limit', () => {
  const paramsOf = (rule: string, limit: number, units: 'imperial' | 'metric', other?: string) =>
    loadIssueParams(
      { rule, params: { limit, ...(other !== undefined && { other }) } },
      { units, language: 'en' },
    )

  test('is shown in the reader’s unit, and never rounded up', () => {
    expect(paramsOf('over_compartment', 4000, 'metric')).toEqual({ limit: '4,000\u00a0L' })
    expect(paramsOf('over_compartment', 3785.411784, 'imperial')).toEqual({ limit: '1,000\u00a0gal' })
    expect(paramsOf('over_ullage', 99.99, 'metric')).toEqual({ limit: '99.9\u00a0L' })
    expect(paramsOf('over_weight', 5000, 'metric')).toEqual({ limit: '5,000\u00a0kg' })
    expect(paramsOf('over_weight', 453.59237, 'imperial')).toEqual({ limit: '1,000\u00a0lb' })
    expect(paramsOf('over_front_axle', 453.59237, 'imperial')).toEqual({ limit: '1,000\u00a0lb' })
    expect(paramsOf('over_rear_axle', 5000, 'metric')).toEqual({ limit: '5,000\u00a0kg' })
  })

  test('is a count if it is not a quantity; the conflicting grade is named', () => {
    expect(paramsOf('compartment_missing', 3, 'imperial')).toEqual({ limit: 3 })
    expect(paramsOf('two_products', 1, 'metric', 'Acid')).toEqual({ limit: 1, other: 'Acid' })
    expect(paramsOf('over_ullage', 1, 'metric', 'Acid')).toEqual({ limit: '1\u00a0L', other: 'Acid' })
    expect(paramsOf('not_over_it', 1, 'metric')).toEqual({ limit: 1 })
  })
})
