import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { changeLanguage } from '#web/platform/language.tsx'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import type { DayStop, DriverDayOnPhone } from '../useDriverDay.ts'
import { PlaceFacts } from './PlaceFacts.tsx'

afterEach(() => changeLanguage('en'))

const stop = {
  ...{ latitude: null, longitude: null, address: '', place: 'Barn', phone: null },
  site: {
    time_zone: 'America/Chicago',
    // Every day, by the clock of the place.
    delivery_windows: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '05:00', to: '14:30' })),
  },
  round: { deliver_date: '2026-11-23', load_date: '2026-11-23' },
} as unknown as DayStop

test.each([
  ['en', 'Deliveries 5:00 AM–2:30 PM'],
  ['es', 'Entregas 5:00 a.m.–2:30 p.m.'],
])('the hours of a place are shown in the driver’s format: %s', async (language, expected) => {
  await changeLanguage(language)
  showScreen(<PlaceFacts stop={stop} phone={{ position: undefined } as DriverDayOnPhone} />)
  expect(await screen.findByText((text) => text.replaceAll(/\s/g, ' ') === expected)).toBeDefined()
})
