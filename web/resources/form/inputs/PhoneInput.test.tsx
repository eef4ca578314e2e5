import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { PhoneField } from '#core/resources/kinds/plainKinds.ts'
import { showScreen } from '../../testing/showScreen.tsx'
import type { FormValues } from '../issuesIn.ts'
import type { RecordForm } from '../useRecordForm.ts'
import { PhoneInput } from './PhoneInput.tsx'

function Field() {
  const [values, setValues] = useState<FormValues>({ phone: '' })
  const form = { values, set: (changes: FormValues) => setValues({ ...values, ...changes }) } as RecordForm
  return (
    <PhoneInput
      shared={{ label: 'Phone' }}
      name="phone"
      field={{ kind: 'phone' } as PhoneField}
      form={form}
    />
  )
}

test('a number that is typed before the formats are fetched is formatted when they arrive', async () => {
  showScreen(<Field />)
  const input = screen.getByLabelText<HTMLInputElement>('Phone')
  fireEvent.focus(input)
  // At once: the import of the formats has not ended.
  fireEvent.change(input, { target: { value: '9705550171' } })
  expect(input.value).toBe('9705550171')
  expect(await screen.findByDisplayValue('(970) 555-0171')).toBe(input)
})
