import { renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { withUnit } from './format/format.ts'
import { addTexts, changeLanguage, loadAllTexts, registerAllTexts } from './language.tsx'
import { useTranslation } from './useTranslation.ts'

afterEach(() => changeLanguage('en'))

const range = () => i18next.t('telemetry.empty_in.range', { from: 1, to: 3 })

test('an English sentence is isolated within right-to-left text', async () => {
  expect(range()).toBe('1–3 days to empty')
  await changeLanguage('he')
  expect(range()).toBe('\u20661–3 days to empty\u2069')
  await changeLanguage('de')
  expect(range()).toBe('1–3 days to empty')
})

test('a figure keeps its sign before it and its unit after it, in every language', () => {
  expect(withUnit('-81', 'dBm')).toBe('-81\u00a0dBm')
  expect(withUnit('-81', 'dBm', true)).toBe('\u2066-81\u00a0dBm\u2069')
  expect(withUnit('81', '\u2066%\u2069', true)).toBe('\u206681%\u2069')
  expect(withUnit('81', undefined)).toBe('81')
})

const textOf = (key: string) => i18next.t(key)

test('a text that is not loaded is empty until it is here, and loads with all others', async () => {
  // Other files of tests may have registered the texts of the product.
  registerAllTexts({ en: async () => ({}), es: async () => ({}) })
  await loadAllTexts()
  expect(textOf('later.one')).toBe('later.one')
  registerAllTexts({
    en: async () => ({ later: { one: 'One' } }),
    es: async () => ({ later: { one: 'Uno' } }),
  })
  expect(textOf('later.one')).toBe('')
  await expect.poll(() => textOf('later.one')).toBe('One')
  expect(textOf('later.two')).toBe('later.two')
})

test('texts requested twice at once load once, and only a screen that missed one renders again', async () => {
  let loads = 0
  let renders = 0
  renderHook(() => {
    renders++
    useTranslation()
  })
  const load = async () => {
    loads++
    return [{ twice: { one: 'One' } }, { twice: { two: 'Two' } }]
  }
  const texts = { en: load, es: load }
  await Promise.all([addTexts(texts), addTexts(texts)])
  expect({ loads, renders, text: textOf('twice.two') }).toEqual({ loads: 1, renders: 1, text: 'Two' })
  registerAllTexts({ en: async () => ({ missed: 'Here' }), es: async () => ({}) })
  expect([textOf('missed'), textOf('missed')]).toEqual(['', ''])
  await expect.poll(() => textOf('missed')).toBe('Here')
  await expect.poll(() => renders).toBe(2)
})
