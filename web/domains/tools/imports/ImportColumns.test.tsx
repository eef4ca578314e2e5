import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderTank, stubCalls } from '#web/domains/telemetry/tank/testing/renderTank.tsx'
import { ImportCheck } from './ImportCheck.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import type { ImportLog } from './useImport.ts'

const column = { decimal: null, dates: null, is_doubtful: false, values: [] }
const log = (changes: Partial<ImportLog>) =>
  ({
    ...{ import_id: 4, resource: 'customers', status: 'new', imported_at: null },
    ...{ sheets: [], sheet: 0, heading_row: 1, match_by: [['Account number'], ['Company']], notes: [] },
    headings: ['Who', 'Terms'],
    sample: [['Kearney Grain', 'NET30']],
    columns: [
      { ...column, values: ['Kearney Grain'] },
      { ...column, values: ['NET30'] },
    ],
    fields: [
      { name: 'company', label: 'Company', required: true, has_meanings: false },
      { name: 'payment_term_id', label: 'Payment terms', required: true, has_meanings: true },
      { name: 'notes', label: 'Notes', required: false, has_meanings: false },
    ],
    field_mappings: [{ position: 1, table_field: 'payment_term_id', name: 'Terms' }],
    ...{ summary: [], report: [], new_records: 0, changed_records: 0, same_records: 0, refused_records: 0 },
    ...changes,
  }) as unknown as ImportLog

test('columns, meanings of values and values for empty cells are chosen and sent', async () => {
  stubCalls({})
  const onWork = vi.fn()
  renderTank(<ImportColumns log={log({})} isPending={false} onWork={onWork} />)
  expect(screen.getByText(/existing records by Account number or Company/)).toBeTruthy()
  expect(screen.getByText('No column for: Company')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Field: Who' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Company' }))
  await userEvent.click(screen.getByRole('button', { name: 'What do the values mean?' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'What NET30 means' }), 'Net 30')
  await userEvent.click(screen.getByRole('combobox', { name: 'Add a field' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Notes' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Notes' }), 'moved')
  await userEvent.click(screen.getByRole('button', { name: 'Test without saving' }))
  expect(onWork).toHaveBeenCalledWith({
    step: 'check',
    mappings: [
      { position: 1, table_field: 'payment_term_id', values: { NET30: 'Net 30' } },
      { position: 0, table_field: 'company' },
      { position: null, table_field: 'notes', default: 'moved' },
    ],
  })
})

test('the results of a trial are counted, and each error is shown with its value and choices', async () => {
  stubCalls({})
  const report = [
    {
      row: 3,
      errors: [
        {
          field: 'status',
          position: 1,
          message: 'Must be yes or no',
          value: 'maybe',
          choices: ['No', 'Yes'],
        },
      ],
    },
  ]
  const found = { new_records: 30_000, changed_records: 2, same_records: 5, refused_records: 1, report }
  renderTank(<ImportCheck log={log(found)} isPending={false} onBack={() => {}} onWork={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('30,000new2changed5the same1refused')
  expect(screen.getByRole('row', { name: '3 Terms maybe Must be yes or no (No, Yes)' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 30,002 rows' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeTruthy()
})
