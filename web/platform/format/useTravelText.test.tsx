import { DirectionProvider } from '@mantine/core'
import { renderHook } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { removeIsolation } from './isolateDirection.ts'
import { useTravelText } from './useTravelText.ts'

const texts = (direction: 'ltr' | 'rtl') => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      {children}
    </DirectionProvider>
  )
  return renderHook(useTravelText, { wrapper }).result.current
}

test('distances and durations are shown in the reader’s format', () => {
  const { way, length } = texts('ltr')
  expect(way(16_093.44)).toBe('10 mi')
  expect(way(1609.344)).toBe('1 mi')
  expect(length(12_000)).toBe('3 hr 20 min')
  expect(length(0)).toBe('0 min')
})

test('they keep their direction within right-to-left text', () => {
  const { way, length, clock } = texts('rtl')
  for (const text of [way(16_093.44), length(12_000), clock('2026-11-23T14:00:00Z')])
    expect(text).toBe(`\u2066${removeIsolation(text)}\u2069`)
})

test('a reader of Arabic gets the units and times of the English texts', async () => {
  await i18next.changeLanguage('ar')
  try {
    const { way, clock } = texts('rtl')
    expect(removeIsolation(way(16_093.44))).toBe('10 mi')
    expect(removeIsolation(clock('2026-11-23T14:00:00Z', 'Asia/Tokyo'))).toBe('11:00 PM GMT+9')
  } finally {
    await i18next.changeLanguage('en')
  }
})
