import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { ContactPanel } from './ContactPanel.tsx'

const phone = (id: number, more: object = {}) => ({
  entity_phones_id: id,
  phone_number: `+1970555${1000 + id}`,
  phone_number_formatted: `(970) 555-${1000 + id}`,
  phone_type: 'work',
  country_iso_2: 'US',
  country_id: 140,
  prime: 0,
  notify: 0,
  call_link: `tel:+1970555${1000 + id}`,
  sms_link: `sms:+1970555${1000 + id}`,
  updated_at: '2026-01-01T00:00:00Z',
  ...more,
})
const OWNER = '/people/5'

test('a number is formatted by its country while it is typed', async () => {
  const user = userEvent.setup()
  const sent = answering({
    'GET /people/5/phones': { entity_phones: [phone(1, { prime: 1 })] },
    'POST /people/5/phones': { entity_phone: phone(2) },
  })
  showScreen(<ContactPanel owner={OWNER} segment="phones" />)
  await user.click(await screen.findByRole('button', { name: 'Add a phone' }))
  const dialog = await screen.findByRole('dialog')
  const number = within(dialog).getByRole('textbox', { name: /^Phone number/ })
  await user.type(number, '9705551234')
  expect((number as HTMLInputElement).value).toBe('(970) 555-1234')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
      phone_number: '(970) 555-1234',
      country_iso_2: 'US',
      country_id: 140,
      phone_type: 'work',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a number with a plus sets its country', async () => {
  const user = userEvent.setup()
  answering({ 'GET /people/5/phones': { entity_phones: [] } })
  showScreen(<ContactPanel owner={OWNER} segment="phones" />)
  await user.click(await screen.findByRole('button', { name: 'Add a phone' }))
  const dialog = await screen.findByRole('dialog')
  const number = within(dialog).getByRole('textbox', { name: /^Phone number/ }) as HTMLInputElement
  await user.click(number)
  await user.paste('+49 30 123456')
  expect(number.value).toBe('030 123456')
  expect(within(dialog).getByRole('combobox', { name: 'Country' })).toHaveProperty('value', 'Germany')
  // The first of a record is primary automatically.
  expect(within(dialog).queryByRole('switch', { name: 'Primary' })).toBeNull()
})

test('a number of any country is accepted, including the specification’s examples', async () => {
  const user = userEvent.setup()
  answering({ 'GET /people/5/phones': { entity_phones: [] } })
  showScreen(<ContactPanel owner={OWNER} segment="phones" />)
  await user.click(await screen.findByRole('button', { name: 'Add a phone' }))
  const country = within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'Country' })
  for (const name of ['Japan', 'Italy']) {
    // The press selects the current text, and pasting replaces it.
    await user.click(country)
    await user.paste(name)
    await user.keyboard('{Enter}')
    expect(country).toHaveProperty('value', name)
  }
})

test('a five-digit ZIP code fills in city and state', async () => {
  const user = userEvent.setup()
  const sent = answering({
    'GET /customers/4/addresses': { entity_addresses: [] },
    'GET /locales/postal_codes/80202': {
      locale_postal_codes: [{ zip_code: '80202', city: 'Denver', state: 'CO', country_id: 140 }],
    },
  })
  showScreen(<ContactPanel owner="/customers/4" segment="addresses" />)
  await user.click(await screen.findByRole('button', { name: 'Add an address' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: /^ZIP code/ }), '8020')
  expect(sent.some(({ call }) => call.includes('postal_codes'))).toBe(false)
  await user.keyboard('2')
  await waitFor(() =>
    expect(within(dialog).getByRole('textbox', { name: /^City/ })).toHaveProperty('value', 'Denver'),
  )
  expect(within(dialog).getByRole('textbox', { name: /^State/ })).toHaveProperty('value', 'CO')
})

test('deleting the primary contact asks which of the others replaces it', async () => {
  const user = userEvent.setup()
  const sent = answering({
    'GET /people/5/phones': { entity_phones: [phone(1, { prime: 1 }), phone(2), phone(3)] },
    'DELETE /people/5/phones/1/3': { entity_phones: [phone(3, { prime: 1 }), phone(2)] },
  })
  showScreen(<ContactPanel owner={OWNER} segment="phones" />)
  await user.click(await screen.findByRole('button', { name: 'Delete (970) 555-1001' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(within(dialog).getByText('Required')).toBeTruthy()
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  await user.click(within(dialog).getByRole('radio', { name: '(970) 555-1003' }))
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.some(({ call }) => call === 'DELETE /people/5/phones/1/3')).toBe(true)
})

test('without the right to change, contacts are read-only', async () => {
  const user = userEvent.setup()
  answering({ 'GET /people/5/phones': { entity_phones: [phone(1, { prime: 1 })] } })
  showScreen(<ContactPanel owner={OWNER} segment="phones" scope={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Show (970) 555-1001' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('textbox', { name: /^Phone number/ })).toHaveProperty('disabled', true)
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Delete/, hidden: true })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a phone', hidden: true })).toBeNull()
})
