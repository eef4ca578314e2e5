import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { PlaceTanks } from './PlaceTanks.tsx'

const device = (
  device_id: number,
  label: string,
  levels: readonly string[],
  days_to_empty: number | null = null,
) => ({
  ...{ device_id, public_id: `U-${device_id}`, label, upload_interval: 2 },
  ports: levels.map((level, index) => ({
    ...{
      device_ports_id: 10 * device_id + index,
      port_number: index + 1,
      product: level,
      level,
      percent: 50,
    },
    ...{ level_source: 'measured', told_by: 'sensor', trust: 'good', reading_at: new Date().toISOString() },
    ...{ days_to_empty, days_to_empty_range: null, dry_at: null, room: 400, volume_unit: 'gal' },
  })),
})

test('tanks are listed worst first, then soonest empty, whichever device they are on, with names that wrap', async () => {
  answering({
    'GET /devices?': {
      devices: [
        device(1, 'Mill', ['fine', 'urgent']),
        device(2, 'Yard', ['urgent', 'mild'], 4),
        device(3, 'Shop', ['urgent'], 2),
      ],
      page: { page_num: 1, page_size: 5, total_records: 3 },
    },
  })
  showScreen(<PlaceTanks of={{ company_id: 4 }} limit={5} list="/devices" />)
  await screen.findByText('Mill · fine')
  const links = screen.getAllByRole('link', { name: /^(Mill|Yard|Shop)/ })
  expect(links.map((link) => link.textContent)).toEqual([
    'Shop · urgent',
    'Yard · urgent',
    'Mill · urgent',
    'Yard · mild',
    'Mill · fine',
  ])
  expect(screen.getByText('Mill · fine').dataset['lineClamp']).toBe('true')
})

test('the worst of many tanks are shown, with a link to the others', async () => {
  answering({
    'GET /devices?': {
      devices: [device(1, 'Mill', Array(9).fill('fine'))],
      page: { page_num: 1, page_size: 5, total_records: 1 },
    },
  })
  showScreen(<PlaceTanks of={{ company_id: 4 }} limit={5} list="/devices" />)
  expect((await screen.findByRole('link', { name: 'Show all' })).getAttribute('href')).toBe('/devices')
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Mill/ })).toHaveLength(8))
})

test('the rest in a tank that ran dry is called unusable', async () => {
  const [dry] = device(1, 'Mill', ['urgent']).ports
  const dry_at = new Date(Date.now() - 22 * 3_600_000).toISOString()
  answering({
    'GET /devices?': {
      devices: [
        {
          ...device(1, 'Mill', []),
          ports: [{ ...dry, level_source: 'estimated', level_age: 90_000, measured_percent: 8, dry_at }],
        },
      ],
      page: { page_num: 1, page_size: 5, total_records: 1 },
    },
  })
  showScreen(<PlaceTanks of={{ company_id: 4 }} limit={5} list="/devices" />)
  expect(await screen.findByText(/^Probably ran dry (today|yesterday) · room for 400 gal$/)).toBeTruthy()
})

test('a tank that a round fills shows when, and is not to be put on a truck', async () => {
  answering({
    'GET /devices?': {
      devices: [device(1, 'Mill', ['urgent']), device(2, 'Yard', ['urgent'])],
      page: { page_num: 1, page_size: 5, total_records: 2 },
    },
    'GET /deliveries/coming': {
      coming_loads: [
        {
          ...{ kind: 'stop', device_ports_ids: [20], day: '2031-03-04', arrival: null, is_firm: true },
          ...{ time_zone: 'America/New_York', on_the_way: false, done_at: null },
        },
      ],
    },
  })
  showScreen(
    <RecordAddresses value={(name) => `/${name}/new`}>
      <PlaceTanks of={{ company_id: 4 }} limit={5} list="/devices" />
    </RecordAddresses>,
  )
  expect((await screen.findByText('Delivery Tue, Mar 4')).closest('li')?.textContent).toMatch(/^Yard/)
  expect(
    screen.getAllByRole('link', { name: /^Put on a truck/ }).map((link) => link.getAttribute('aria-label')),
  ).toEqual(['Put on a truck: Mill · urgent'])
})
