import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { companies } from '#core/domains/companies/companies.ts'
import { answering, showScreen } from './testing/showScreen.tsx'
import { useOptions } from './useOptions.ts'

function Choices() {
  const { data = [] } = useOptions(companies)
  return <p>{data.map(({ label }) => label).join(', ')}</p>
}

test('what was asked for once is kept for every drop-down of its kind', async () => {
  const sent = answering({
    'GET /companies?options=1': { companies: [{ company_id: 4, label: 'Platte Valley' }] },
  })
  showScreen(
    <>
      <Choices />
      <Choices />
    </>,
  )
  expect(await screen.findAllByText('Platte Valley')).toHaveLength(2)
  expect(sent.map(({ call }) => call)).toEqual(['GET /companies?options=1'])
})
