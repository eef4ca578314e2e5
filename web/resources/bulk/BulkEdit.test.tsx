import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { BulkEdit } from './BulkEdit.tsx'

const shown = { resource: work_orders, count: 2, isBusy: false, onChange: vi.fn(), onClose: vi.fn() }

test.each([
  ['administrator', true],
  ['distributor', false],
] as const)('%s can change the business’s own fields: %s', async (login_type_id, isOpen) => {
  answering({})
  showScreen(<BulkEdit {...shown} />, { as: { login_type_id } })
  await userEvent.click(await screen.findByRole('combobox', { name: 'Field to change' }))
  expect(screen.getAllByRole('option').length).toBeGreaterThan(3)
  expect(screen.queryByRole('option', { name: 'Private notes' }) !== null).toBe(isOpen)
})
