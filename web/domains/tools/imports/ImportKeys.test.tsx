import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { ImportKeys } from './ImportKeys.tsx'
import { ImportSummary } from './ImportSummary.tsx'
import type { ImportLog } from './useImport.ts'

afterEach(() => vi.unstubAllGlobals())

const log = (changes: Partial<ImportLog>) =>
  ({ import_id: 4, without_key: 2, unheard: 0, summary: [], ...changes }) as ImportLog
const key = (public_id: string) => ({
  device_id: Number(public_id.slice(-1)),
  public_id,
  label: null,
  site: 'North yard',
  device_key: `secret of ${public_id}`,
})
test('keys are created by one press, shown once and saved as a file', async () => {
  const sent = stubCalls({
    'PATCH /data_import_logs/4/keys': { device_keys: [key('A-1'), key('A-2')] },
  })
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        files.push(blob)
        return 'blob:keys'
      },
      revokeObjectURL: () => {},
    }),
  )
  renderTank(<ImportKeys log={log({})} />)
  await userEvent.click(screen.getByRole('button', { name: 'Create the keys of 2 devices' }))
  expect(await screen.findByText('secret of A-2')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'PATCH')!.body).toEqual({ again: false })
  expect(screen.queryByRole('button', { name: /Make/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save as a file' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]!.text()).toContain('"A-1","","North yard","secret of A-1"')
})

test('new keys for devices that have one are confirmed first, and nothing is offered if none is needed', () => {
  stubCalls({})
  renderTank(<ImportKeys log={log({ without_key: 0, unheard: 1 })} />)
  expect(
    screen.getByRole('button', { name: 'Create a new key for 1 device that has not reported' }),
  ).toBeTruthy()
})

test('nothing is offered to users who may not change devices', () => {
  stubCalls({})
  renderTank(<ImportKeys log={log({})} />, { as: { permissions: ['devices.read'] } })
  expect(screen.queryByRole('button')).toBeNull()
})

test('new and existing records are counted by kind', () => {
  stubCalls({})
  const summary = [
    { kind: 'customers', made: 3, found: 1 },
    { kind: 'device_ports', made: 1200, found: 0 },
  ]
  renderTank(<ImportSummary log={log({ summary })} />)
  const row = screen.getByRole('row', { name: /Customers/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['3', '1'])
  expect(screen.getByRole('row', { name: 'Tanks 1,200 0' })).toBeTruthy()
})
