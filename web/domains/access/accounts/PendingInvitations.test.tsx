import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'

function show(invitations: object[]) {
  answering({ 'GET /invitations': { invitations } })
  showScreen(
    <RecordAddresses value={(_, id) => `/person/${id}`}>
      <PendingInvitations />
    </RecordAddresses>,
  )
}

test('counts invitations that wait, and leads to each person, where it is sent again or withdrawn', async () => {
  show([
    { people_id: 4, name: 'Nora New', login_type_id: 'dispatcher' },
    { people_id: 5, name: 'Cal Low', login_type_id: 'driver' },
  ])
  expect(await screen.findByText(/^2 invitations are waiting/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Nora New' }).getAttribute('href')).toBe('/person/4?tab=access')
})

test('says that no invitation waits', async () => {
  show([])
  expect(await screen.findByText('No invitation is waiting.')).toBeTruthy()
})
