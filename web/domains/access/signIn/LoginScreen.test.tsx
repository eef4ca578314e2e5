import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetToken, readToken } from '#web/platform/session/token.ts'
import { LoginScreen } from './LoginScreen.tsx'

const environment = { company_name: 'North Fuels', logo: null, sign_up: 0 } as const

describe('the sign-in page', () => {
  beforeEach(() => {
    forgetToken()
    localStorage.clear()
    render(
      <MantineProvider env="test">
        <LoginScreen environment={environment} onGo={() => {}} />
      </MantineProvider>,
    )
  })

  test('shows the name of the company', () => {
    expect(screen.getByText('North Fuels')).toBeTruthy()
  })

  test('reports missing fields before it calls the server', async () => {
    const fetch = answer(200, {})
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByText('A valid username is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(fetch).not.toHaveBeenCalled()
  })

  test('shows the server’s message for a wrong password, and keeps the name', async () => {
    answer(401, { message: 'Invalid login credentials.' })
    await signIn('somebody@ullage.example', 'Wrong#123')
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid login credentials.')
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('somebody@ullage.example')
    expect(readToken()).toBeUndefined()
  })

  test('signs in by name and password, ignoring case, and stores the token in a cookie', async () => {
    const fetch = answer(200, {
      token: 'a-token',
      token_expires: new Date(Date.now() + 3_600_000).toISOString(),
      user: { user_id: 1, language: 'en' },
    })
    document.head.insertAdjacentHTML('beforeend', '<meta name="build" content="5a5212ea">')
    await userEvent.click(screen.getByRole('checkbox'))
    await signIn('somebody@ullage.example', 'Contraseña#1')
    await waitFor(() => expect(readToken()).toBe('a-token'))
    const [url, { headers }] = fetch.mock.calls[0]!
    document.querySelector('meta[name="build"]')?.remove()
    expect(url).toMatch(/^\/api\/authenticate\/login\?remember_me=1&build_version=/)
    expect(new URLSearchParams(url.split('?')[1]).get('build_version')).toContain('(5a5212ea)')
    const bytes = Uint8Array.from(atob(headers.authorization!.slice(6)), (letter) => letter.charCodeAt(0))
    expect(new TextDecoder().decode(bytes)).toBe('somebody@ullage.example:Contraseña#1')
  })

  test('asks for the second step and sends its code with the challenge', async () => {
    const expires_at = new Date(Date.now() + 300_000).toISOString()
    answer(200, { second_factor: { challenge: 'asked', expires_at, methods: ['totp', 'recovery'] } })
    await signIn('somebody@ullage.example', 'Right#Quay26')
    const code = await screen.findByLabelText('Code')
    expect(readToken()).toBeUndefined()
    const fetch = answer(200, {
      token: 'a-token',
      token_expires: new Date(Date.now() + 3_600_000).toISOString(),
      user: { user_id: 1, language: 'en' },
    })
    await userEvent.type(code, '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(readToken()).toBe('a-token'))
    const [url, { body }] = fetch.mock.calls[0]!
    expect(url).toBe('/api/authenticate/second_factor')
    expect(JSON.parse(body!)).toEqual({ challenge: 'asked', method: 'totp', code: '123456' })
  })

  test('reports that the server does not respond if the error has no message', async () => {
    answer(500, {})
    await userEvent.type(screen.getByLabelText('Username'), 'ana@test.example')
    await userEvent.type(screen.getByLabelText('Password'), 'Vq7!pLm2xT{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('The server is not responding')
  })

  test('reads a badge from a keyboard reader, and does not change the name', async () => {
    const fetch = answer(401, { message: 'Invalid login credentials.' })
    const name = screen.getByLabelText<HTMLInputElement>('Username')
    await userEvent.type(name, 'ana@0004a1b2c3')
    for (const [index, key] of [...'0004a1b2c3', 'Enter'].entries()) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(press, 'timeStamp', { value: 1e9 + index * 10 })
      name.dispatchEvent(press)
    }
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid login credentials')
    expect(name.value).toBe('ana@')
    const [url, { body }] = fetch.mock.calls[0]!
    expect(url).toBe('/api/authenticate/rfid')
    expect(JSON.parse(body!)).toMatchObject({ rfid: '0004a1b2c3', remember_me: 0 })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('shows the other sign-in methods on request, and again at the next visit', async () => {
    expect(screen.queryByRole('button', { name: 'Sign in with a QR code' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Other ways to sign in' }))
    expect(screen.getByRole('button', { name: 'Continue with single sign-on' })).toBeTruthy()
    cleanup()
    render(
      <MantineProvider env="test">
        <LoginScreen environment={environment} onGo={() => {}} />
      </MantineProvider>,
    )
    expect(screen.getByRole('button', { name: 'Sign in with a QR code' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Other ways to sign in' })).toBeNull()
  })

  test('continues at the identity provider of the e-mail address', async () => {
    const fetch = answer(200, { url: 'https://login.example.com/authorize' })
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    await userEvent.type(screen.getByLabelText('Username'), 'ana@prairie.example')
    await userEvent.click(screen.getByRole('button', { name: 'Other ways to sign in' }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue with single sign-on' }))
    expect(screen.getByLabelText<HTMLInputElement>('E-mail address').value).toBe('ana@prairie.example')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/authorize'))
    const [url, { body }] = fetch.mock.calls[0]!
    expect(url).toBe('/api/authenticate/single_sign_on')
    expect(JSON.parse(body!)).toEqual({ email: 'ana@prairie.example', remember_me: 0 })
  })

  test('shows why there is no single sign-on, and keeps the address', async () => {
    answer(401, { message: 'No single sign-on is set up for this e-mail domain.' })
    await userEvent.click(screen.getByRole('button', { name: 'Other ways to sign in' }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue with single sign-on' }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.getByText('An e-mail address is required')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('E-mail address'), 'ana@prairie.example{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('No single sign-on is set up')
    await userEvent.click(screen.getByRole('button', { name: 'Back to the password' }))
    expect(screen.getByLabelText('Username')).toBeTruthy()
  })

  test('shows and hides the password', async () => {
    const password = screen.getByLabelText('Password', { selector: 'input' })
    expect(password.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: /password/i }))
    expect(password.getAttribute('type')).toBe('text')
  })
})

describe('the return from an identity provider', () => {
  const show = () =>
    render(
      <MantineProvider env="test">
        <LoginScreen environment={environment} onGo={() => {}} />
      </MantineProvider>,
    )
  beforeEach(() => {
    forgetToken()
    sessionStorage.setItem('ullage.left', '/session/login/%2Ftags')
    history.replaceState(null, '', '/session/login?code=a-code&state=a-state')
  })

  test('finishes the sign-in, and the address leads back to the wanted page', async () => {
    const fetch = answer(200, {
      token: 'a-token',
      token_expires: new Date(Date.now() + 3_600_000).toISOString(),
      user: { user_id: 1, language: 'en' },
    })
    show()
    expect(screen.getByText('Signing you in…')).toBeTruthy()
    await waitFor(() => expect(readToken()).toBe('a-token'))
    expect(`${location.pathname}${location.search}`).toBe('/session/login/%2Ftags')
    expect(JSON.parse(fetch.mock.calls[0]![1].body!)).toMatchObject({
      returned: '?code=a-code&state=a-state',
    })
  })

  test('shows why it failed above the password', async () => {
    answer(401, { message: 'This sign-in has expired or was already used.' })
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('has expired')
    expect(screen.getByLabelText('Username')).toBeTruthy()
  })
})

async function signIn(name: string, password: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('Username'), name)
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

function answer(status: number, body: object) {
  const fetch = vi.fn(
    async (_url: string, _init: { headers: Record<string, string>; body?: string }) =>
      new Response(JSON.stringify({ code: status, ...body }), { status }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}
