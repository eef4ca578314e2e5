import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import type { CurrentUser } from '#web/platform/session/currentUser.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { OrderHead } from './OrderHead.tsx'

const order = {
  ...{
    document_id: 5,
    document_number: 'SO-5',
    document_type: 'sales_order',
    company_id: 103,
    device_id: null,
  },
  ...{ status_id: DOCUMENT_STATUS.new, locked: 0, archived: 0, details: [] },
  updated_at: '2026-11-01T00:00:00.000Z',
}

beforeEach(() => {
  answering({ 'GET /': {} })
})

async function stepsFor(as: Partial<CurrentUser>): Promise<string[]> {
  showScreen(<OrderHead record={order as never} />, { as: { login_type_id: 'csr', ...as } })
  await screen.findByText('Sales order')
  return screen.queryAllByRole('button').map((item) => item.textContent ?? '')
}

test('a clerk of a company that only buys takes no steps of an order, and reads its status like a customer', async () => {
  expect(await stepsFor({})).toContain('Release')
  cleanup()
  expect(await stepsFor({ only_buys: true })).not.toContain('Release')
  expect(screen.getByText('Requested')).toBeTruthy()
})
