import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { TanksFirstWidget } from '../widgets/TanksFirstWidget.tsx'
import { AlertActions } from './AlertActions.tsx'

function showAs(login_type_id: LoginType) {
  answering({
    'GET /': {},
    'GET /devices/fleet_status': { fleet: { total: 1 } },
    'GET /devices/needing_someone': { tanks: [] },
  })
  showScreen(
    <>
      <AlertActions alert={{ alert_id: 1, status: 'open' }} />
      <TanksFirstWidget title="Needs attention" />
    </>,
    { as: { login_type_id } },
  )
}

describe('actions for an alert', () => {
  test('are offered to a dispatcher who may change devices', async () => {
    showAs('dispatcher')
    expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeTruthy()
    expect(await screen.findByText('Needs attention')).toBeTruthy()
  })

  test('are not offered to a customer, regardless of other rights', async () => {
    showAs('customer')
    expect(await screen.findByText('Tanks running low')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(screen.queryByText('Needs attention')).toBeNull()
  })
})
