import { DirectionProvider } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { THEMES } from '#core/platform/themes.ts'
import { changeLanguage, LanguageProvider } from '#web/platform/language.tsx'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { AppearancePanel } from './AppearancePanel.tsx'

afterEach(() => {
  localStorage.clear()
  return changeLanguage('en')
})

const show = (language: string) =>
  showScreen(
    <DirectionProvider>
      <LanguageProvider>
        <AppearancePanel />
      </LanguageProvider>
    </DirectionProvider>,
    { as: { language } },
  )
const mirrored = () => screen.getByRole<HTMLInputElement>('switch', { name: /Right to left/ })

test('a reader of another language that runs right to left sees sentences in their own direction', async () => {
  show('en')
  expect(screen.getByText('These are saved in this browser.')).toBeTruthy()
  await userEvent.click(mirrored())
  expect(document.documentElement.dir).toBe('rtl')
  expect(await screen.findByText('\u2066These are saved in this browser.\u2069')).toBeTruthy()
  await userEvent.click(mirrored())
  expect(document.documentElement.dir).toBe('ltr')
  expect(await screen.findByText('These are saved in this browser.')).toBeTruthy()
})

test('a language that runs right to left leaves no choice of direction', async () => {
  show('ar')
  await waitFor(() => expect(mirrored().disabled).toBe(true))
  expect(mirrored().checked).toBe(true)
})

test('offers every option that the specification names, and stores it', async () => {
  show('en')
  for (const name of ['Light', 'Dark']) expect(screen.getByRole('radio', { name })).toBeTruthy()
  for (const name of ['Narrow menu', 'Right to left'])
    expect(screen.getByRole('switch', { name })).toBeTruthy()
  for (const name of ['Menu background', 'Background dimming', 'Screen transition'])
    expect(screen.getByRole('combobox', { name })).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Narrow menu' }))
  expect(JSON.stringify({ ...localStorage })).toContain('isMini')
  expect(THEMES).toHaveLength(6)
})
