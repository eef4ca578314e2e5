import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { CompanyScreen } from './CompanyScreen.tsx'

/** Opens company 5 of a type, for a user who may open customers only. */
function open(organisation_type_id: number) {
  answering({
    'GET /companies/5': { company: { company_id: 5, company: 'Miller Farms', organisation_type_id } },
  })
  showScreen(
    <RecordAddresses value={(name, id) => (name === 'customers' ? `/customers/profile/${id}` : undefined)}>
      <Routes>
        <Route path="/company/:id" element={<CompanyScreen />} />
        <Route path="/customers/profile/5" element="The customer" />
      </Routes>
    </RecordAddresses>,
    { at: '/company/5' },
  )
}

test('a company leads to the screen of its type', async () => {
  open(1)
  expect(await screen.findByText('The customer')).toBeTruthy()
})

test('a company whose screen the user may not open shows its name', async () => {
  open(2)
  expect(await screen.findByText('Miller Farms')).toBeTruthy()
})
