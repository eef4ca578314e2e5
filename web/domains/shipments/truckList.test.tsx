import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { ResourceList } from '#web/resources/list/ResourceList.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { truckList } from './truckList.tsx'

const truck = { truck_id: 1, truck_name: 'Bobtail 7', company_id: 2, num_of_compartments: 1 }
const round = { round_id: 7, round_number: 'S-1377', round_day: '2026-11-30', round_stops: 2 }

test.each([
  ['free', { round_id: null }, 'Free'],
  [
    'planned',
    { ...round, round_status_id: 1, round_closed_stops: 0 },
    'Next: S-1377 · Mon, Nov 30 · 2 stops',
  ],
  [
    'on the road',
    { ...round, round_status_id: 2, round_closed_stops: 1 },
    'S-1377 · In route · 1 of 2 stops closed',
  ],
])('a truck that is %s shows this, with its round and stops', async (_, figures, shown) => {
  answering({
    'GET /tanker_trucks?': {
      tanker_trucks: [{ ...truck, ...figures }],
      page: { page_num: 1, page_size: 25, total_records: 1 },
    },
    'GET /': {},
  })
  showScreen(<ResourceList resource={tanker_trucks} kind={truckList} addressOf={(id) => `/${id}`} />)
  const row = (await screen.findByRole('link', { name: 'Bobtail 7' })).closest('tr')!
  const texts = [...row.cells].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  expect(texts).toContain(shown)
})
