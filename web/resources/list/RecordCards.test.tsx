import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sites } from '#core/domains/companies/sites.ts'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { RecordCards } from './RecordCards.tsx'
import { ResourceList } from './ResourceList.tsx'
import type { ListAppearance } from './useListAppearance.ts'

const appearanceOf = (columns: readonly string[]) => ({ columns }) as ListAppearance

const shown = (columns: readonly string[]) => {
  const row = {
    meter_finding_id: 4,
    truck_id: 6,
    truck_title: 'Harbor 2',
    drift_percent: '1.04',
    deliveries: 75,
    since: '2026-10-01T12:00:00Z',
    found_at: '2026-10-20T12:00:00Z',
  }
  showScreen(
    <RecordCards
      resource={meter_findings}
      kind={undefined}
      rows={[row]}
      appearance={appearanceOf(columns)}
      addressOf={(id) => `/meter_finding/${id}`}
    />,
  )
  return screen.getByRole('link', { name: /Harbor 2/ }).textContent
}

test('shares, numbers and several times are labelled without column headings', () => {
  const card = shown(['truck_id', 'drift_percent', 'deliveries', 'since', 'found_at'])
  expect(card).toMatch(/Counts too much by: .*Deliveries: 75.*Since: .*Found: /)
})

test('a single time needs no label', () => {
  expect(shown(['truck_id', 'since'])).not.toContain('Since')
})

test('a color is a dot before the title, not a text', () => {
  showScreen(
    <RecordCards
      resource={tank_products}
      kind={undefined}
      rows={[{ product_id: 7, product_name: 'Diesel #2', color: '#a16207', grade: 'Summer' }]}
      appearance={appearanceOf(['product_name', 'color', 'grade'])}
      addressOf={(id) => `/tank_product/${id}`}
    />,
  )
  expect(screen.getByRole('link', { name: /Diesel/ }).textContent).toBe('Diesel #2Summer')
})

test('a state of the kind itself is next to the title', () => {
  const kind = {
    columns: {
      deliveries: { text: 'records.meter_findings.fields.deliveries', isState: true, Cell: () => 'Late' },
    },
  } as const
  showScreen(
    <RecordCards
      resource={meter_findings}
      kind={kind}
      rows={[{ meter_finding_id: 4, truck_title: 'Harbor 2', drift_percent: '1.04' }]}
      appearance={appearanceOf(['truck_id', 'drift_percent', 'deliveries'])}
      addressOf={(id) => `/meter_finding/${id}`}
    />,
  )
  expect(screen.getByRole('link', { name: /Harbor 2/ }).textContent).toMatch(/^Harbor 2Late/)
})

test('a figure of the kind itself is labelled', () => {
  const kind = {
    columns: { stops: { text: 'records.meter_findings.fields.deliveries', isNumeric: true, Cell: () => 2 } },
  } as const
  showScreen(
    <RecordCards
      resource={meter_findings}
      kind={kind}
      rows={[{ meter_finding_id: 4, truck_id: 6, truck_title: 'Harbor 2' }]}
      appearance={appearanceOf(['truck_id', 'stops'])}
      addressOf={(id) => `/meter_finding/${id}`}
    />,
  )
  expect(screen.getByRole('link', { name: /Harbor/ }).textContent).toBe('Harbor 2Deliveries: 2')
})

test('the own company of the reader is left out, another one is named', () => {
  const row = (shipment_id: number, company_id: number, company_title: string) => ({
    shipment_id,
    shipment_number: `S-${shipment_id}`,
    company_id,
    company_title,
  })
  showScreen(
    <RecordCards
      resource={shipment_planners}
      kind={undefined}
      rows={[row(1, 5, 'Acme'), row(2, 6, 'Bolt')]}
      appearance={appearanceOf(['shipment_number', 'company_id'])}
      addressOf={(id) => `/shipment_planners/${id}`}
    />,
    { as: { company_id: 5 } },
  )
  expect(screen.getByRole('link', { name: /S-1/ }).textContent).toBe('S-1')
  expect(screen.getByRole('link', { name: /S-2/ }).textContent).toBe('S-2Bolt')
})

test.each([
  [1, 'Barn'],
  [0, 'BarnActive: no'],
])('a flag that the list shows by default is left out: %i', (status, card) => {
  showScreen(
    <RecordCards
      resource={sites}
      kind={undefined}
      rows={[{ site_id: 3, name: 'Barn', status }]}
      appearance={appearanceOf(['name', 'status'])}
      addressOf={(id) => `/sites/${id}`}
    />,
  )
  expect(screen.getByRole('link', { name: /Barn/ }).textContent).toBe(card)
})

test('a window that becomes narrow shows cards only with the fields that they need', async () => {
  const listeners: (() => void)[] = []
  let isNarrow = false
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...wide(query),
    matches: isNarrow && /max-width/.test(query),
    addEventListener: (_: string, listener: (event: object) => void) =>
      listeners.push(() => listener({ matches: isNarrow })),
  }))
  answering({ 'GET /': { meter_findings: [{ meter_finding_id: 4, truck_title: 'Harbor 2' }] } })
  const columns = {
    truck: { text: 'records.meter_findings.fields.truck_id', needs: ['truck_id'], Cell: () => 'As a row' },
  }
  const cards: object[] = []
  const Card = ({ record }: { record: object }) => {
    cards.push(record)
    return 'As a card'
  }
  const kind = { columns, standard: ['truck'], Card, cardNeeds: ['truck_id', 'found_at'] }
  showScreen(<ResourceList resource={meter_findings} kind={kind} addressOf={() => '/'} />)
  await screen.findByText('As a row')
  answering({ 'GET /': { meter_findings: [{ meter_finding_id: 4, found_at: '2026-10-20T12:00:00Z' }] } })
  isNarrow = true
  // The browser notifies one after the other, and React may render in between.
  for (const notify of listeners) act(notify)
  expect(await screen.findByText('As a card')).toBeTruthy()
  expect(cards.filter((record) => !('found_at' in record))).toEqual([])
  vi.unstubAllGlobals()
})
