import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showOnPhone } from '#web/platform/testing/showOnPhone.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { CustomerOverview } from './CustomerOverview.tsx'

const noRows = { page: { page_num: 1, page_size: 8, total_records: 0 } }

async function show(more: object = {}) {
  answering({
    'GET /devices?': { devices: [], ...noRows },
    'GET /companies/4/owed': {
      owed: {
        ...{ open: '70.00', open_invoices: 1, overdue: '0', overdue_invoices: 0, unapplied: '0' },
        ...{ currency_id: 3, last_payment: null },
      },
    },
  })
  const record = { company_id: 4, ...more } as Parameters<typeof CustomerOverview>[0]['record']
  const permissions = ['devices.read', 'transaction_documents.read', 'transaction_documents.create']
  showScreen(<CustomerOverview record={record} />, { as: { permissions } })
  await screen.findByText(/^Open · 1/)
  const main = [
    screen.getByRole('heading', { name: 'Owed' }),
    ...screen.queryAllByRole('heading', { name: 'Tanks' }),
    screen.getByRole('link', { name: 'New order' }),
  ]
  return main
    .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map((part) => part.textContent)
}

test('a wide screen starts with the actions for a customer, then the tanks and the balance in two columns', async () => {
  expect(await show()).toEqual(['New order', 'Tanks', 'Owed'])
})

test('a phone starts with the customer’s balance, then one row of actions and the tanks', async () => {
  showOnPhone()
  expect(await show()).toEqual(['Owed', 'New order', 'Tanks'])
})

test('a person of a company without tanks, such as a vendor, has no empty list of them', async () => {
  expect(await show({ people_id: 7 })).toEqual(['New order', 'Owed'])
})
