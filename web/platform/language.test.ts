import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { changeLanguage } from './language.tsx'

afterEach(() => changeLanguage('en'))

const range = () => i18next.t('telemetry.empty_in.range', { from: 1, to: 3 })

test('an English sentence stands for itself among text that runs from right to left', async () => {
  expect(range()).toBe('1–3 days to empty')
  await changeLanguage('he')
  expect(range()).toBe('\u20661–3 days to empty\u2069')
  await changeLanguage('de')
  expect(range()).toBe('1–3 days to empty')
})
