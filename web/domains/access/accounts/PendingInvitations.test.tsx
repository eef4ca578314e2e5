import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecordAddresses } from '#web/resources/recordAddress.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { PendingInvitations } from './PendingInvitations.tsx'

function show(invitations: object[], as: object = {}) {
  answering({ 'GET /invitations': { invitations } })
  showScreen(
    <RecordAddresses value={(_, id) => `/person/${id}`}>
      <PendingInvitations />
    </RecordAddresses>,
    { as },
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

const INVITER = { permissions: ['users.create', 'people.create'], may_give: ['driver'] }

test('says that no invitation waits', async () => {
  show([], INVITER)
  expect(await screen.findByText('No invitation is waiting.')).toBeTruthy()
})

test('says nothing to users who may not invite', async () => {
  show([], { ...INVITER, may_give: [] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText('No invitation is waiting.')).toBeNull()
})
