import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { Timeline } from './Timeline.tsx'

const entry = (more: object) => ({
  ...{ record_id: null, title: null, status: null, liters: null, percent: null, amount: null },
  currency_id: null,
  ...more,
})

test('an alert and a forecast of an order name their product', async () => {
  const title = 'Gasoline 87'
  answering({
    'GET /currencies/marks': { currencies: [] },
    'GET /timeline?': {
      ...{ next: null, time_zone: 'America/Chicago' },
      ahead: [entry({ key: 'empty:1', kind: 'empty', at: '2099-11-25T10:00:00.000Z', title })],
      entries: [
        entry({ key: 'alert:1', kind: 'alert', at: '2026-11-02T10:00:00.000Z', title, status: 'mild' }),
      ],
    },
  })
  showScreen(<Timeline of={{ document_id: 4 }} />)
  expect((await screen.findByText('Expected to be empty')).closest('li')?.textContent).toMatch(/Gasoline 87$/)
  expect((await screen.findByText('Alert: Mild')).closest('li')?.textContent).toMatch(/· Gasoline 87$/)
})

test('a customer reads the statuses of documents and shipments in plain terms', async () => {
  answering({
    'GET /currencies/marks': { currencies: [] },
    'GET /timeline?': {
      ...{ ahead: [], next: null, time_zone: 'America/Chicago' },
      entries: [
        entry({
          key: 'invoice:5',
          kind: 'invoice',
          at: '2026-11-02T10:00:00.000Z',
          title: 'INV-5',
          status: '25',
        }),
        entry({ key: 'load:6', kind: 'load', at: '2026-11-01T10:00:00.000Z', title: 'S-6', status: '1' }),
      ],
    },
  })
  const as = { login_type_id: 'customer' as const, permissions: [] }
  showScreen(<Timeline of={{ device_ports_id: 4 }} />, { as })
  expect(await screen.findByText(/To pay/)).toBeTruthy()
  expect(screen.getByText(/Being planned/)).toBeTruthy()
  expect(screen.queryByText(/Draft|Sent/)).toBeNull()
  cleanup()
  // An order shows them in its header and its list of documents.
  showScreen(<Timeline of={{ document_id: 4 }} />, { as })
  expect(await screen.findByText('Invoice INV-5')).toBeTruthy()
  expect(screen.queryByText(/To pay|Being planned/)).toBeNull()
})

test('future entries are above now, past ones below, earlier ones on demand', async () => {
  const sent = answering({
    'GET /currencies/marks': { currencies: [] },
    'GET /timeline?document_id=4&limit=10&before=': {
      ...{ ahead: [], next: null, time_zone: 'America/Chicago' },
      entries: [entry({ key: 'order:4', kind: 'order', at: '2026-11-01T10:00:00.000Z', title: 'SO-4' })],
    },
    'GET /timeline?': {
      time_zone: 'America/Chicago',
      ahead: [
        entry({
          key: 'stop:1',
          kind: 'stop',
          at: '2099-11-25T03:00:00.000Z',
          title: 'Barn',
          status: 'planned',
        }),
      ],
      entries: [
        entry({ key: 'rise:1', kind: 'rise', at: '2026-11-20T10:00:00.000Z', liters: 378.541, record_id: 7 }),
      ],
      next: '2026-11-20T10:00:00.000000Z rise:1',
    },
  })
  showScreen(<Timeline of={{ document_id: 4 }} />)
  const entryTexts = async () => (await screen.findAllByRole('listitem')).map((item) => item.textContent)
  await screen.findByText('Delivery planned')
  // “Document Timeline” is the list of its linked documents.
  expect(screen.getByRole('heading', { name: 'Activity' })).toBeTruthy()
  expect((await entryTexts()).map((text) => text!.replace(/\u00a0/g, ' '))).toEqual([
    // In the place's time zone it is still the day before, and an hour earlier than at the reader.
    expect.stringMatching(/^Delivery plannedNov 24, 2099 · Barn$/),
    'Now',
    expect.stringMatching(/^Level roseNov 20, 2026, 4:00\sAM CST · 100 gal$/),
  ])
  expect(screen.getByRole('link', { name: 'Level rose' }).getAttribute('href')).toBe('/devices/profile/7')
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier ones' }))
  expect(await screen.findByText('Order SO-4')).toBeTruthy()
  expect(sent.filter(({ call }) => call.includes('before=2026'))).toHaveLength(1)
})
