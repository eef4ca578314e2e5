import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { DocumentTimeline } from './DocumentTimeline.tsx'

const record = { document_id: 7, updated_at: '2026-11-01T00:00:00.000Z' }
const linked = (link_object_ref: string, link_object_id: number, title: string) => ({
  link_object_ref,
  link_object_id,
  title,
  company: 'Platte Valley',
  transaction_date: '2026-11-03',
  status: 'Closed',
})

test('two documents are shown at first, with company, date, status and a link to each', async () => {
  answering({
    'GET /transaction_documents/7/linked_documents': {
      linked_documents: [
        linked('document', 3, 'Q-3'),
        linked('shipment', 4, 'S-4'),
        linked('work_order', 5, 'W-5'),
        linked('document', 6, 'I-6'),
      ],
    },
  })
  showScreen(<DocumentTimeline resource={transaction_documents} record={record} />)
  expect(await screen.findByRole('heading', { name: 'Document Timeline' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('link', { name: /Q-3/ }).getAttribute('href')).toBe('/order/3')
  // Each is isolated: in right-to-left text the parts of a date would change places with the company.
  const [first] = screen.getAllByRole('listitem')
  expect(first!.textContent).toContain('Platte Valley · Nov 3, 2026')
  expect([...first!.querySelectorAll('bdi')].map((item) => item.textContent)).toEqual([
    'Q-3',
    'Platte Valley',
    'Nov 3, 2026',
  ])
  expect(screen.getAllByText('Closed')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(screen.getByRole('link', { name: /S-4/ }).getAttribute('href')).toBe('/shipment_planners/4')
  expect(screen.getByRole('link', { name: /W-5/ }).getAttribute('href')).toBe('/work_order/5')
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
})

test('a document without linked documents shows a note', async () => {
  answering({ 'GET /transaction_documents/7/linked_documents': { linked_documents: [] } })
  showScreen(<DocumentTimeline resource={transaction_documents} record={record} />)
  expect(await screen.findByRole('heading', { name: 'No Linked Documents' })).toBeTruthy()
})
