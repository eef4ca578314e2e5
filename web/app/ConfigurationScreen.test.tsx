import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ConfigurationScreen } from './ConfigurationScreen.tsx'

test('each entry of the configuration has a description, and is found by it', async () => {
  answering({})
  showScreen(<ConfigurationScreen />)
  const names = screen.getAllByRole('link', { name: /\.$/ }).map(({ textContent }) => textContent)
  expect(names.length).toBeGreaterThan(5)
  expect(names.join(' ')).not.toMatch(/settings\.lists/)
  expect(screen.getAllByRole('link').filter(({ textContent }) => !textContent.endsWith('.'))).toEqual([
    screen.getByRole('link', { name: 'elsewhere' }),
  ])
  await userEvent.type(screen.getByRole('textbox', { name: 'Find a list or a setting' }), 'invoices are due')
  expect(screen.getByRole('link', { name: 'Payment terms When invoices are due.' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Vendors/ })).toBeNull()
})
