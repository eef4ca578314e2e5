import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { useFormat } from './useFormat.ts'

afterEach(() => i18next.changeLanguage('en'))

function Figures() {
  const { number, instant } = useFormat()
  return (
    <>
      <p data-testid="figures">{`${number(8498)} ${number(13_607.5)}`}</p>
      <p data-testid="at">{instant('2026-11-09T15:13:00Z')}</p>
    </>
  )
}

test.each([
  ['es', 'America/New_York', '8,498 13,607.5'],
  ['es', 'Europe/Madrid', '8.498 13.607,5'],
  ['pl', 'Europe/Warsaw', '8\u00a0498 13\u00a0607,5'],
])(
  'figures in %s, %s, are in the format of the reader’s country, small ones too',
  async (language, zone, text) => {
    await i18next.changeLanguage(language)
    showScreen(<Figures />, { as: { user_time_zone: zone } })
    expect(screen.getByTestId('figures').textContent).toBe(text)
  },
)

test('a date in a right-to-left layout reads as part of the English sentence', async () => {
  await i18next.changeLanguage('ar')
  showScreen(<Figures />)
  const at = screen.getByTestId('at').textContent!
  expect(at).toBe('Nov 9, 2026, 10:13 AM')
  expect(i18next.t('resources.draft.title', { at })).toBe(`\u2066You have unsaved changes from ${at}\u2069`)
})

function Share() {
  const { quantity } = useFormat()
  return <p data-testid="share">{quantity(65, '%', 0)}</p>
}

test.each([
  ['en', '65%'],
  ['es', '65\u00a0%'],
])('a share in %s has the space that its texts have: %s', async (language, text) => {
  await i18next.changeLanguage(language)
  showScreen(<Share />)
  expect(screen.getByTestId('share').textContent).toBe(text)
})
