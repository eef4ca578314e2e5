import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds } from './kinds.ts'

test('a new vehicle is a truck with one compartment, and missing values are marked at the fields in pounds', async () => {
  answering({ 'GET /': {} })
  const kind = kinds.tanker_trucks!.record as RecordKind
  showScreen(<ResourceForm resource={kind.formOf!(true)!} record={null} kind={kind} onSaved={() => {}} />, {
    as: { permissions: ['tanker_trucks.read', 'tanker_trucks.create', 'companies.read'] },
  })
  const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) })
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Vehicle type/ }).value).toBe('Truck')
  expect((await field('Compartments')) as HTMLInputElement).toMatchObject({ value: '1' })
  expect(screen.queryByText('Axles')).toBeNull()
  await userEvent.type(await field('Name'), 'Bobtail 1')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Required')).toHaveLength(3)
  for (const name of ['Max weight', 'Gross vehicle weight', 'Payload'])
    expect((await field(name)).getAttribute('aria-invalid')).toBe('true')
})
