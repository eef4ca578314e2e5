import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { RecordCards } from './RecordCards.tsx'
import type { ListAppearance } from './useListAppearance.ts'

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
      appearance={{ columns } as ListAppearance}
      addressOf={(id) => `/meter_finding/${id}`}
    />,
  )
  return screen.getByRole('link', { name: /Harbor 2/ }).textContent
}

test('without column headings, shares, numbers and several times are labelled', () => {
  const card = shown(['truck_id', 'drift_percent', 'deliveries', 'since', 'found_at'])
  expect(card).toMatch(/Counts too much by: .*Deliveries: 75.*Since: .*Found: /)
})

test('a single time needs no label', () => {
  expect(shown(['truck_id', 'since'])).not.toContain('Since')
})
