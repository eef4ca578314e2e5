import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentAt } from '#core/platform/time/momentAt.ts'
import { windowsOverlap } from '#core/platform/time/weekWindows.ts'
import { windowsOn } from './windowsOn.ts'

const NEW_YORK = 'America/New_York'
const on = (day: string, windows: [day: number, from: string, to: string][], time_zone = NEW_YORK) =>
  windowsOn({ time_zone, delivery_windows: windows.map(([day, from, to]) => ({ day, from, to })) }, day).map(
    ({ from, to }) => [from.toISOString(), to.toISOString()],
  )

describe('windowsOn', () => {
  it('returns the windows of that weekday, in order, in the site’s local time', () => {
    // A Monday in winter and one in summer.
    expect(
      on('2026-11-23', [
        [1, '13:00', '17:00'],
        [1, '07:00', '11:30'],
        [2, '08:00', '12:00'],
      ]),
    ).toEqual([
      ['2026-11-23T12:00:00.000Z', '2026-11-23T16:30:00.000Z'],
      ['2026-11-23T18:00:00.000Z', '2026-11-23T22:00:00.000Z'],
    ])
    expect(on('2026-07-20', [[1, '07:00', '11:30']])).toEqual([
      ['2026-07-20T11:00:00.000Z', '2026-07-20T15:30:00.000Z'],
    ])
  })

  it('is closed on a day without windows, and open all day without any windows', () => {
    expect(on('2026-11-22', [[1, '07:00', '11:30']])).toEqual([])
    expect(windowsOn({ time_zone: NEW_YORK, delivery_windows: null }, '2026-11-22')).toEqual([
      { from: new Date('2026-11-22T05:00:00Z'), to: new Date('2026-11-23T05:00:00Z') },
    ])
  })

  it('treats Sunday as the seventh day', () => {
    expect(on('2026-11-22', [[7, '00:00', '24:00']])).toEqual([
      ['2026-11-22T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    ])
  })

  it('is shorter or longer by the hour that a day skips or repeats', () => {
    const day: [number, string, string][] = [[7, '01:00', '04:00']]
    expect(on('2026-03-08', day)).toEqual([['2026-03-08T06:00:00.000Z', '2026-03-08T08:00:00.000Z']])
    expect(on('2026-11-01', day)).toEqual([['2026-11-01T05:00:00.000Z', '2026-11-01T09:00:00.000Z']])
  })

  it('starts at the clock change if its start is skipped, and is empty if all of it is skipped', () => {
    expect(on('2026-03-08', [[7, '02:30', '05:00']])).toEqual([
      ['2026-03-08T07:00:00.000Z', '2026-03-08T09:00:00.000Z'],
    ])
    expect(on('2026-03-08', [[7, '02:10', '02:50']])).toEqual([])
  })

  it('handles zones that change at midnight, by half an hour, or by a whole day', () => {
    expect(on('2026-09-06', [[7, '00:00', '02:00']], 'America/Santiago')).toEqual([
      ['2026-09-06T04:00:00.000Z', '2026-09-06T05:00:00.000Z'],
    ])
    expect(on('2026-10-04', [[7, '02:00', '03:00']], 'Australia/Lord_Howe')).toEqual([
      ['2026-10-03T15:30:00.000Z', '2026-10-03T16:00:00.000Z'],
    ])
    expect(on('2011-12-30', [[5, '08:00', '12:00']], 'Pacific/Apia')).toEqual([])
  })
})

const zones = fc.constantFrom(
  NEW_YORK,
  'America/Denver',
  'America/Santiago',
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
)
const days = fc
  .integer({ min: 0, max: 365 * 12 })
  .map((more) => new Date(Date.UTC(2019, 0, 1 + more)).toISOString().slice(0, 10))
const minutes = fc.integer({ min: 0, max: 24 * 60 })
const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

describe('for any zone, day and hours', () => {
  it('a later time is never an earlier moment, and a day starts at 24:00 of the day before', () => {
    fc.assert(
      fc.property(zones, days, minutes, minutes, (zone, day, one, other) => {
        const [early, late] = [one, other].sort((a, b) => a - b) as [number, number]
        expect(momentAt(zone, day, timeOf(early)) <= momentAt(zone, day, timeOf(late))).toBe(true)
        const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
        expect(momentAt(zone, before, '24:00')).toEqual(momentAt(zone, day, '00:00'))
      }),
    )
  })

  it('the local clock shows that time, unless it is skipped', () => {
    fc.assert(
      fc.property(zones, days, fc.integer({ min: 0, max: 1439 }), (zone, day, minute) => {
        const moment = momentAt(zone, day, timeOf(minute))
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        })
        const expected = `${day} ${timeOf(minute)}`
        expect(shown.format(moment) >= expected).toBe(true)
        expect(shown.format(moment.getTime() - 60_000) < expected || shown.format(moment) === expected).toBe(
          true,
        )
      }),
    )
  })

  it('windows that do not overlap on paper do not overlap in time, and none is empty', () => {
    const cuts = fc.uniqueArray(minutes, { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(zones, days, cuts, (zone, day, times) => {
        const sorted = times.toSorted((a, b) => a - b)
        const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
        const windows = sorted.slice(1).map((to, index) => ({
          day: weekday,
          from: timeOf(sorted[index]!),
          to: timeOf(to),
        }))
        expect(windowsOverlap(windows)).toBe(false)
        const found = windowsOn({ time_zone: zone, delivery_windows: windows }, day)
        for (const [index, { from, to }] of found.entries()) {
          expect(from < to).toBe(true)
          if (index > 0) expect(found[index - 1]!.to <= from).toBe(true)
        }
      }),
    )
  })
})
