import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { changeLanguage } from '#web/platform/language.tsx'
import { showScreen } from '#web/resources/testing/showScreen.tsx'
import { NumberField, type NumberFieldProps } from './NumberField.tsx'

function Field({ first = '', ...props }: Partial<NumberFieldProps> & { first?: string }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <NumberField label="Quantity" {...props} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button">Next</button>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Quantity')
const value = () => screen.getByRole('status').textContent
afterEach(() => changeLanguage('en'))

const WRITTEN = [
  ['en', '1,824.66', '1824.66', '1824.66'],
  ['en', '1,250', '1250', '1250'],
  ['en', '1.824', '1.824', '1.824'],
  ['es-419', '1,824.66', '1824.66', '1824.66'],
  ['es-419', '1.824', '1.824', '1.824'],
  ['de', '1.824,66', '1824.66', '1824,66'],
  ['de', '1.824', '1824', '1824'],
  ['de', '12,5', '12.5', '12,5'],
] as const

describe.each(WRITTEN)('in %s %s', (language, text, plain, left) => {
  test('typed key by key is the intended number', async () => {
    await changeLanguage(language)
    showScreen(<Field />)
    await userEvent.type(field(), text)
    expect(field().value).toBe(text)
    expect(value()).toBe(plain)
    await userEvent.tab()
    expect(field().value).toBe(left)
  })

  test('pasted over another number is the intended number', async () => {
    await changeLanguage(language)
    showScreen(<Field first="7" />)
    await userEvent.tab()
    await userEvent.paste(text)
    expect(value()).toBe(plain)
  })
})

test.each([
  ['en', '1,82', 'Must be a number such as 1,250.5'],
  ['de', '1.5', 'Must be a number such as 1.250,5'],
  ['en', '12 apples', 'Must be a number such as 1,250.5'],
] as const)(
  'in %s %s is an error, stays as typed, and is rejected by every rule',
  async (language, text, error) => {
    await changeLanguage(language)
    showScreen(<Field />)
    await userEvent.type(field(), text)
    await userEvent.tab()
    expect(field().value).toBe(text)
    expect(screen.getByText(error)).toBeTruthy()
    expect(Number(value())).toBeNaN()
    await userEvent.clear(field())
    await userEvent.type(field(), '3')
    expect(value()).toBe('3')
    expect(screen.queryByText(error)).toBeNull()
  },
)

test('too many decimals are an error, and are not truncated', async () => {
  showScreen(<Field decimals={{ min: 2, max: 2 }} />)
  await userEvent.type(field(), '1.239')
  await userEvent.tab()
  expect(screen.getByText('Must be a number such as 1,250.50')).toBeTruthy()
  expect(field().value).toBe('1.239')
  await userEvent.type(field(), '{Backspace}')
  await userEvent.tab()
  expect(field().value).toBe('1.23')
})

test('a whole number accepts no decimals', async () => {
  showScreen(<Field isWhole />)
  await userEvent.type(field(), '1,250.5')
  await userEvent.tab()
  expect(screen.getByText('Must be a number such as 1,250')).toBeTruthy()
  expect(Number(value())).toBeNaN()
})

test('a form that drops trailing zeros does not change the text being typed', async () => {
  function Shortened() {
    const [value, setValue] = useState('')
    return <NumberField label="Quantity" value={value.replace(/\.?0+$/, '')} onChange={setValue} />
  }
  showScreen(<Shortened />)
  await userEvent.type(field(), '12.05')
  expect(field().value).toBe('12.05')
})

test('an external value replaces typed text completely', async () => {
  function Reset() {
    const [value, setValue] = useState('')
    return (
      <>
        <NumberField label="Quantity" value={value} onChange={setValue} />
        <button type="button" onClick={() => setValue('5')}>
          Room
        </button>
      </>
    )
  }
  showScreen(<Reset />)
  await userEvent.type(field(), '1,2')
  await userEvent.click(screen.getByText('Room'))
  expect(field().value).toBe('5')
})
