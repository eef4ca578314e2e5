import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { COUNTRIES } from '#core/platform/countries.ts'
import { showScreen } from '../testing/showScreen.tsx'
import { CountryInput } from './CountryInput.tsx'
import { SelectInput } from './SelectInput.tsx'

function Country() {
  const [value, set] = useState<unknown>(140)
  return <CountryInput shared={{ label: 'Country' }} by="country_id" isRequired {...{ value, set }} />
}

const DEVICES = [
  { value: '1', label: 'UL-1001', detail: 'Diesel North' },
  { value: '2', label: 'UL-1002', detail: 'Propane yard' },
]

function showDevices() {
  const send = vi.fn()
  const choose = vi.fn()
  showScreen(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <SelectInput label="Device" data={DEVICES} searchable onChange={(value) => choose(value)} />
      <button type="submit">Save</button>
    </form>,
  )
  return { send, choose, input: screen.getByRole('combobox', { name: 'Device' }) }
}

test('what is typed replaces what was chosen, and Enter takes the first match (fault 55)', async () => {
  const user = userEvent.setup()
  showScreen(<Country />)
  const input = screen.getByRole('combobox', { name: 'Country' }) as HTMLInputElement
  expect(input.value).toBe('United States')
  await user.tab()
  await user.keyboard('Ital')
  expect(input.value).toBe('Ital')
  await user.keyboard('{Enter}')
  expect(input.value).toBe('Italy')
  // And at once another one: what was just chosen does not stand in the way either.
  await vi.waitFor(() => expect(input.selectionEnd).toBe('Italy'.length))
  expect(input.selectionStart).toBe(0)
  await user.keyboard('India{Enter}')
  expect(input.value).toBe('India')
})

test('every country there is can be chosen (fault 55)', async () => {
  const user = userEvent.setup()
  showScreen(<Country />)
  const input = screen.getByRole('combobox', { name: 'Country' }) as HTMLInputElement
  await user.click(input)
  expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(COUNTRIES.length)
  await user.keyboard('zimb{Enter}')
  expect(input.value).toBe('Zimbabwe')
  expect(COUNTRIES.length).toBeGreaterThan(240)
})

test('without a match that is said, and Enter sends no form off (fault 54)', async () => {
  const user = userEvent.setup()
  const { send, choose, input } = showDevices()
  await user.type(input, 'helium{Enter}')
  expect(await screen.findByText('No match')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
  expect(choose).not.toHaveBeenCalled()
})

test('what goes by a code is found by the name that people gave it, too (fault 54)', async () => {
  const user = userEvent.setup()
  const { choose, input } = showDevices()
  await user.type(input, 'yard')
  const [found, ...others] = await screen.findAllByRole('option', { hidden: true })
  expect(found?.textContent).toContain('UL-1002')
  expect(found?.textContent).toContain('Propane yard')
  expect(others).toEqual([])
  await user.keyboard('{Enter}')
  expect(choose).toHaveBeenCalledWith('2')
})

test('a list opens when it is asked for, not because its field was reached (fault 57)', async () => {
  const user = userEvent.setup()
  const { send, input } = showDevices()
  await user.tab()
  expect(document.activeElement).toBe(input)
  expect(input.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{Enter}')
  expect(send).toHaveBeenCalledOnce()
  await user.keyboard('{ArrowDown}')
  expect(input.getAttribute('aria-expanded')).toBe('true')
})
