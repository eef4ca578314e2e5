import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdayNames } from './weekdayNames.ts'
import {
  readWeekWindows,
  type WeekWindow,
  weekWindowsText,
  windowOrder,
  windowsOverlap,
} from './weekWindows.ts'

const DAYS = weekdayNames('en', 'short')
const dayOf = (word: string) => DAYS.findIndex((day) => day.startsWith(word.slice(0, 3))) + 1 || undefined
const read = (text: string) => readWeekWindows(text, dayOf)
const of = (day: number, from: string, to: string): WeekWindow => ({ day, from, to })

describe('windows of a week', () => {
  it('combine days with the same hours', () => {
    const morning = [1, 2, 3, 5].map((day) => of(day, '07:00', '11:00'))
    expect(weekWindowsText([of(6, '08:00', '12:00'), of(1, '13:00', '17:00'), ...morning], DAYS)).toBe(
      'Mon 07:00–11:00, 13:00–17:00; Tue–Wed 07:00–11:00; Fri 07:00–11:00; Sat 08:00–12:00',
    )
  })

  it('are parsed as people write them', () => {
    expect(read('Monday-Tuesday 7-15:30')).toEqual([of(1, '07:00', '15:30'), of(2, '07:00', '15:30')])
    expect(read('Sat - Sun 8:00–12:00, 13:00 - 24:00')).toHaveLength(4)
    expect(read('Sun-Mon 08:00-09:00')).toEqual([of(7, '08:00', '09:00'), of(1, '08:00', '09:00')])
    expect(read(' ')).toEqual([])
  })

  it.each(['soon', 'Mon', 'Mon early-late', 'Noday 07:00-11:00', 'Mon 07:00', 'Mon-Nix 7-8', 'Mon 7-8,'])(
    'that cannot be read are not guessed: %s',
    (text) => expect(read(text)).toBeUndefined(),
  )

  it('overlap within one day only, and not if adjacent', () => {
    expect(windowsOverlap([of(1, '07:00', '11:00'), of(1, '11:00', '12:00')])).toBe(false)
    expect(windowsOverlap([of(1, '10:00', '12:00'), of(1, '07:00', '10:01')])).toBe(true)
    expect(windowsOverlap([of(1, '07:00', '11:00'), of(2, '08:00', '12:00')])).toBe(false)
  })

  it('round-trip through their text', () => {
    const times = fc.uniqueArray(
      fc
        .integer({ min: 0, max: 48 })
        .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`),
      { minLength: 2, maxLength: 4 },
    )
    const week = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), times), { maxLength: 5 })
    fc.assert(
      fc.property(week, (days) => {
        const byDay = new Map(days)
        const windows = [...byDay].flatMap(([day, some]) => {
          const sorted = some.toSorted()
          return sorted.slice(1).map((to, index) => of(day, sorted[index]!, to))
        })
        expect(read(weekWindowsText(windows, DAYS))!.sort(windowOrder)).toEqual(windows.toSorted(windowOrder))
      }),
    )
  })
})
