import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { addUserFields, type UserField } from '#core/resources/fields/userFields.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { useListAppearance } from './useListAppearance.ts'

const field = (name: string, in_list: number): UserField => ({
  ...{ resource: 'devices', name, label: name, label_es: null, help: null, help_es: null },
  ...{ data_type: 'text', is_required: 0, default_value: null, min_value: null, max_value: null },
  ...{
    max_length: null,
    decimals: null,
    choices: null,
    in_list,
    is_searchable: 0,
    is_filter: 0,
    staff_only: 0,
  },
})

function Columns() {
  const resource = addUserFields(devices, [field('route', 1), field('hint', 0)])
  const { columns } = useListAppearance(resource, { standard: ['public_id', 'company_id'] })
  return <p>{columns.join(' ')}</p>
}

test('a user-defined field for lists is a column, even if the list has its own columns', async () => {
  answering({})
  showScreen(<Columns />)
  expect(await screen.findByText('public_id company_id udf_route')).toBeTruthy()
})

function CheckColumns() {
  const column = (name: string) => ({ [name]: { text: name, Cell: () => null } })
  const columns = { ...column('difference_liters'), ...column('difference_gallons'), ...column('more') }
  const shown = useListAppearance(delivery_checks, { columns, standard: Object.keys(columns) })
  return <p>{shown.columns.join(' ')}</p>
}

test('of a list’s own columns for a figure, the one in the reader’s units is shown', async () => {
  answering({})
  showScreen(<CheckColumns />)
  expect(await screen.findByText('difference_gallons more')).toBeTruthy()
})
