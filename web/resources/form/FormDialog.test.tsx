import { Select, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { FormDialog } from './FormDialog.tsx'

const dialog = { title: 'Invite', action: 'Send', onSubmit: () => {}, onClose: () => {} }

test('a dialog begins in its first field, unless another one asks for it', async () => {
  showScreen(
    <FormDialog {...dialog}>
      <TextInput label="E-mail" />
      <TextInput label="Name" />
    </FormDialog>,
  )
  const email = await screen.findByRole('textbox', { name: 'E-mail' })
  await waitFor(() => expect(document.activeElement).toBe(email))
})

test('a field that asks for the focus gets it', async () => {
  showScreen(
    <FormDialog {...dialog}>
      <TextInput label="E-mail" />
      <TextInput label="Name" data-autofocus />
    </FormDialog>,
  )
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('a select does not open its list when the dialog opens', async () => {
  showScreen(
    <FormDialog {...dialog}>
      <Select label="Role" data={['Driver']} searchable />
    </FormDialog>,
  )
  await screen.findByRole('combobox', { name: 'Role' })
  const close = screen.getByRole('button', { name: 'Close' })
  await waitFor(() => expect(document.activeElement).toBe(close))
})
