import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ScreenChoices } from '#web/resources/screenChoices.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { RouteInput } from './RouteInput.tsx'

const CHOICES = [
  { path: '/dashboard', title: 'screens.dashboard' },
  { path: '/devices', title: 'screens.devices' },
]

function showInput(value: string): string[] {
  const chosen: string[] = []
  showScreen(
    <ScreenChoices value={CHOICES}>
      <RouteInput shared={{ label: 'First screen' }} value={value} set={(next) => chosen.push(next)} />
    </ScreenChoices>,
  )
  return chosen
}
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'First screen' })

test('a screen is chosen by its name, and stored by its address', async () => {
  const chosen = showInput('dashboard')
  expect(input().value).toBe('Dashboard')
  await userEvent.click(input())
  await userEvent.click(await screen.findByRole('option', { name: 'Devices' }))
  expect(chosen).toEqual(['/devices'])
})

test('an address outside the list is shown unchanged, and stays', () => {
  const chosen = showInput('/devices/profile/1')
  expect(input().value).toBe('/devices/profile/1')
  expect(chosen).toEqual([])
})
