import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { SignUpScreen } from './SignUpScreen.tsx'

test('a refused sign-up shows the server’s message once', async () => {
  answering({
    'GET /environment': { environment: { company_name: 'North Fuels', sign_up: 1 } },
    'POST /authenticate/sign_up': { status: 409, message: 'Sign-ups are closed until Monday.' },
  })
  showScreen(<SignUpScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Create the account' }))
  expect(await screen.findAllByText('Sign-ups are closed until Monday.')).toHaveLength(1)
})
