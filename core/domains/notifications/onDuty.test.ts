import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextOnDuty } from './onDuty.ts'

const shift = (position: number, day: number, from: string, to: string, time_zone = 'America/Detroit') => ({
  ...{ position, time_zone },
  hours: [{ day, from, to }],
})

test('the first on duty comes first, then the next position', () => {
  // Friday, 22:30 in Detroit.
  const at = new Date('2026-11-28T03:30:00Z')
  const [first, second, saturday] = [
    shift(1, 5, '22:00', '24:00'),
    shift(2, 5, '08:00', '24:00'),
    shift(1, 6, '00:00', '06:00'),
  ] as const
  const plan = [second, saturday, first]
  expect(nextOnDuty(plan, at, 0)).toEqual([first])
  expect(nextOnDuty(plan, at, 1)).toEqual([second])
  expect(nextOnDuty(plan, at, 2)).toEqual([])
  expect(nextOnDuty(plan, new Date('2026-11-28T05:00:00Z'), 0)).toEqual([saturday])
})

test('a shift that covers the whole week is always on duty, in any time zone', () => {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  const zone = fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/Detroit')
  fc.assert(
    fc.property(
      zone,
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (time_zone, at) => {
        expect(nextOnDuty([{ position: 3, hours, time_zone }], at, 0)).toHaveLength(1)
      },
    ),
  )
})
