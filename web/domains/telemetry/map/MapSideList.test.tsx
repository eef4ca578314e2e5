import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderTank } from '../tank/testing/renderTank.tsx'
import { MapLegend } from './MapLegend.tsx'
import { MapSideList } from './MapSideList.tsx'
import type { Position } from './usePositions.ts'

const position = (device_id: number, label: string, level: string): Position => ({
  ...{
    device_id,
    label,
    level,
    latitude: 40,
    longitude: -99,
    percent: 12,
    level_source: 'measured',
    measuredAt: null,
  },
})

test('hovering or focusing a line highlights the device on the map, and the other way round', () => {
  const onPoint = vi.fn()
  renderTank(
    <MapSideList
      positions={[position(1, 'Kearney', 'urgent'), position(2, 'Hays', 'fine')]}
      others={3}
      pointed={2}
      onPoint={onPoint}
    />,
  )
  const list = within(screen.getByRole('list', { name: 'Devices in view' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(second!.dataset['isPointed']).toBe('true')
  expect(first!.dataset['isPointed']).toBeUndefined()
  fireEvent.focus(within(first!).getByRole('link', { name: 'Kearney' }))
  expect(onPoint).toHaveBeenLastCalledWith(1)
  fireEvent.blur(within(first!).getByRole('link', { name: 'Kearney' }))
  expect(onPoint).toHaveBeenLastCalledWith(null)
  expect(list.getByText('and 3 more; zoom in to see them here')).toBeTruthy()
})

test('an estimated level is marked on the map, with its age', () => {
  vi.setSystemTime('2026-11-27T17:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const measuredAt = Date.now() - 3.5 * 86_400_000
  const estimated = { ...position(1, 'Kearney', 'urgent'), level_source: 'estimated', measuredAt } as const
  renderTank(<MapSideList positions={[estimated]} others={0} pointed={null} onPoint={() => {}} />)
  expect(screen.getByText(/≈\s*12/)).toBeTruthy()
  expect(screen.getByText('Urgent, estimated')).toBeTruthy()
  expect(screen.getByText('measured 3 days ago')).toBeTruthy()
})

test('below the map are the number of devices in view, every state, and the source of town names', () => {
  renderTank(<MapLegend inView={118} hasOwnNames />)
  expect(screen.getByRole('status').textContent).toBe('118 devices in view')
  const legend = within(screen.getByRole('list', { name: 'Legend' }))
  expect(legend.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Urgent',
    'Overfill',
    'Mild',
    'Offline',
    'Low battery',
    'Fine',
  ])
  expect(screen.getByRole('link', { name: /GeoNames/ })).toBeTruthy()
})
