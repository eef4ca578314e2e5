import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { StandardRecord } from './StandardRecord.tsx'
import '#web/app/kinds.ts'

const site = { site_id: 3, name: 'Yard', company_id: 4, company_title: 'Prairie Star', status: 1 }

test('each tab of a record that begins with an overview can be opened, and has an address', async () => {
  answering({
    'GET /sites/3/history': { audit_entries: [], next: null },
    'GET /sites/3': { site },
    'GET /': {
      ...{ devices: [], coming: [], done: [], transaction_documents: [], work_orders: [] },
      page: { page_num: 1, page_size: 25, total_records: 0 },
    },
  })
  showScreen(
    <Routes>
      <Route
        path="/site/:id?/:tab?"
        element={<StandardRecord kind="sites" listPath="/sites" path="/site/:id?/:tab?" />}
      />
    </Routes>,
    { at: '/site/3' },
  )
  const isOpen = async (name: string) =>
    (await screen.findByRole('tab', { name })).getAttribute('aria-selected') === 'true'
  expect(await isOpen('Overview')).toBe(true)
  for (const name of ['Details', 'History', 'Details', 'Overview']) {
    await userEvent.click(screen.getByRole('tab', { name }))
    expect(await isOpen(name), name).toBe(true)
  }
})
