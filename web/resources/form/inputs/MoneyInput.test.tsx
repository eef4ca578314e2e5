import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { MoneyText } from '../../kinds/MoneyText.tsx'
import { MoneyInput } from './MoneyInput.tsx'

const EURO = {
  currency_id: 2,
  code: 'EUR',
  prefix: null,
  suffix: '€',
  precision: 2,
  decimal: ',',
  thousands: '.',
  mask: null,
}

function Field() {
  const [value, setValue] = useState<unknown>('1234.5')
  return (
    <>
      <MoneyInput shared={{ label: 'Amount' }} value={value} set={setValue} currency_id={2} />
      <output>{String(value)}</output>
      {Number(value) > 0 && <MoneyText amount={String(value)} currency_id={2} />}
    </>
  )
}

test('an amount is typed and shown in the format of its currency, and stored as a plain decimal', async () => {
  answering({ 'GET /currencies/marks': { currencies: [EURO] } })
  showScreen(<Field />)
  expect(await screen.findByText('1.234,50 €')).toBeTruthy()
  const input = screen.getByLabelText<HTMLInputElement>('Amount')
  expect(input.value).toBe('1.234,50\u00a0€')
  await userEvent.clear(input)
  await userEvent.type(input, '98.765.432.109,12')
  expect(screen.getByRole('status').textContent).toBe('98765432109.12')
  expect(screen.getByText('98.765.432.109,12 €')).toBeTruthy()
})

test('an amount with too many decimals is an error, and is not truncated', async () => {
  answering({ 'GET /currencies/marks': { currencies: [EURO] } })
  showScreen(<Field />)
  await screen.findByText('1.234,50 €')
  const input = screen.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.clear(input)
  await userEvent.type(input, '12,129')
  await userEvent.tab()
  expect(screen.getByText('Must be a number such as 1.250,50')).toBeTruthy()
  expect(input.value).toBe('12,129')
  expect(Number(screen.getByRole('status').textContent)).toBeNaN()
})

test('an amount focused by the keyboard is overwritten by typing', async () => {
  answering({ 'GET /currencies/marks': { currencies: [EURO] } })
  showScreen(<Field />)
  await screen.findByText('1.234,50 €')
  const input = screen.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.tab()
  expect(document.activeElement).toBe(input)
  expect(input.value.slice(input.selectionStart!, input.selectionEnd!)).toContain('1.234,50')
  await userEvent.keyboard('2000,5')
  expect(screen.getByRole('status').textContent).toBe('2000.5')
  await userEvent.tab()
  expect(input.value).toBe('2.000,50\u00a0€')
})

function Price({ first }: { first: string }) {
  const [value, setValue] = useState<unknown>(first)
  return (
    <>
      <MoneyInput shared={{ label: first }} value={value} set={setValue} currency_id={2} decimals={6} />
      <output>{String(value)}</output>
    </>
  )
}

test('a price shows the decimals of its currency and any further ones', async () => {
  answering({ 'GET /currencies/marks': { currencies: [EURO] } })
  for (const price of ['12.5', '3', '3.255500']) showScreen(<Price first={price} />)
  const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  await waitFor(() => expect(input('12.5').value).toBe('12,50\u00a0€'))
  expect(input('3').value).toBe('3,00\u00a0€')
  expect(input('3.255500').value).toBe('3,2555\u00a0€')
  await userEvent.clear(input('3'))
  await userEvent.type(input('3'), '2,98765')
  expect(screen.getAllByRole('status')[1]!.textContent).toBe('2.98765')
  await userEvent.tab()
  expect(input('3').value).toBe('2,98765\u00a0€')
  expect(screen.getAllByRole('status')[0]!.textContent).toBe('12.5')
})

test('a price pasted over another keeps all its decimals', async () => {
  answering({ 'GET /currencies/marks': { currencies: [EURO] } })
  showScreen(<Price first="12.5" />)
  const input = screen.getByLabelText<HTMLInputElement>('12.5')
  await waitFor(() => expect(input.value).toBe('12,50\u00a0€'))
  await userEvent.tab()
  await userEvent.paste('2,345678')
  expect(screen.getByRole('status').textContent).toBe('2.345678')
  await userEvent.tab()
  expect(input.value).toBe('2,345678\u00a0€')
})
