import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { COUNTRIES } from '#core/platform/countries.ts'
import { showScreen } from '../../testing/showScreen.tsx'
import { CountryInput } from './CountryInput.tsx'
import { MultiSelectInput } from './MultiSelectInput.tsx'
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

test('typing replaces the current choice, and Enter takes the first match', async () => {
  const user = userEvent.setup()
  showScreen(<Country />)
  const input = screen.getByRole('combobox', { name: 'Country' }) as HTMLInputElement
  expect(input.value).toBe('United States')
  await user.tab()
  await user.keyboard('Ital')
  expect(input.value).toBe('Ital')
  await user.keyboard('{Enter}')
  expect(input.value).toBe('Italy')
  // Typing right after a choice replaces that as well.
  await vi.waitFor(() => expect(input.selectionEnd).toBe('Italy'.length))
  expect(input.selectionStart).toBe(0)
  await user.keyboard('India{Enter}')
  expect(input.value).toBe('India')
})

test('every country can be chosen', async () => {
  const user = userEvent.setup()
  showScreen(<Country />)
  const input = screen.getByRole('combobox', { name: 'Country' }) as HTMLInputElement
  await user.click(input)
  expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(COUNTRIES.length)
  await user.keyboard('zimb{Enter}')
  expect(input.value).toBe('Zimbabwe')
  expect(COUNTRIES.length).toBeGreaterThan(240)
})

test('no match is reported, and Enter does not submit the form', async () => {
  const user = userEvent.setup()
  const { send, choose, input } = showDevices()
  await user.type(input, 'helium{Enter}')
  expect(await screen.findByText('No match')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
  expect(choose).not.toHaveBeenCalled()
})

test('a record with a code is also found by its name', async () => {
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

test('a list opens on request, not on focus', async () => {
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

function Optional({ isSearched }: { isSearched: boolean }) {
  const [value, set] = useState<string | null>('1')
  return (
    <>
      <SelectInput
        label="Device"
        data={DEVICES}
        searchable={isSearched}
        clearable
        value={value}
        onChange={set}
      />
      <button type="button" onClick={() => set('2')}>
        Take the other
      </button>
    </>
  )
}

for (const isSearched of [true, false])
  test(`an optional choice is cleared by the keyboard, ${isSearched ? 'with' : 'without'} a search`, async () => {
    const user = userEvent.setup()
    showScreen(<Optional isSearched={isSearched} />)
    const input = screen.getByRole('combobox', { name: 'Device' }) as HTMLInputElement
    expect(input.value).toBe('UL-1001')
    await user.tab()
    await user.keyboard('{Delete}')
    expect(input.value).toBe('')
    // A value set from outside stays.
    await user.click(screen.getByRole('button', { name: 'Take the other' }))
    expect(input.value).toBe('UL-1002')
    await user.click(screen.getByRole('button', { name: 'Take the other' }))
    expect(input.value).toBe('UL-1002')
    // Cleared by the button, which the keyboard reaches; the focus stays in the input.
    await user.click(input)
    await user.keyboard('{Escape}')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clear: Device' }))
    await user.keyboard('{Enter}')
    expect(input.value).toBe('')
    expect(document.activeElement).toBe(input)
    expect(screen.queryByRole('button', { name: 'Clear: Device' })).toBeNull()
  })

test('deleting one letter of a choice does not clear it', async () => {
  const user = userEvent.setup()
  showScreen(<Optional isSearched />)
  const input = screen.getByRole('combobox', { name: 'Device' }) as HTMLInputElement
  await user.click(input)
  await user.keyboard('{End}{Backspace}')
  expect(input.value).toBe('UL-100')
  await user.tab()
  expect(input.value).toBe('UL-1001')
})

test('a required choice cannot be cleared', async () => {
  const user = userEvent.setup()
  const choose = vi.fn()
  showScreen(<SelectInput label="Device" data={DEVICES} searchable value="1" onChange={choose} />)
  await user.tab()
  await user.keyboard('{Delete}')
  expect(choose).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Clear: Device' })).toBeNull()
})

function Several() {
  const [value, set] = useState(['1', '2'])
  return (
    <>
      <MultiSelectInput label="Devices" data={DEVICES} searchable clearable value={value} onChange={set} />
      <output>{value.join()}</output>
    </>
  )
}

test('several choices are cleared by the keyboard, one by one or all at once', async () => {
  const user = userEvent.setup()
  showScreen(<Several />)
  const input = screen.getByRole('combobox', { name: 'Devices' })
  const chosen = screen.getByRole('status')
  await user.tab()
  expect(document.activeElement).toBe(input)
  await user.keyboard('{Backspace}')
  expect(chosen.textContent).toBe('1')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clear: Devices' }))
  await user.keyboard('{Enter}')
  expect(chosen.textContent).toBe('')
  expect(document.activeElement).toBe(input)
})
