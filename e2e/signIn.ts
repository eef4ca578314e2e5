import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { pressInsteadOfClicking } from './byKeyboard.ts'

export const PASSWORD = 'Ullage#2026'
/** A password that a new user may choose: the demo's own contains the product's name. */
export const NEW_PASSWORD = 'Harbour#71vQ'
const SHARED = { 'x-api-key': 'ullage-web' }

/** First screens of users without their own choice. */
const HOMES: Readonly<Record<string, RegExp>> = {
  driver: /my-day/,
  dispatcher: /dispatch/,
  customer: /home/,
  'customer-readonly': /home/,
}

/** Signs in as the demo account of a login type, on the sign-in page. */
export async function signIn(page: Page, loginType: string): Promise<void> {
  pressInsteadOfClicking(page)
  await page.goto('/session/login')
  await page.getByRole('textbox').first().fill(`${loginType}@ullage.example`)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(HOMES[loginType] ?? /dashboard/)
}

/** Opens a screen with an existing session, without the sign-in page and the first screen. */
export async function openAs(page: Page, loginType: string, address = '/dashboard'): Promise<void> {
  pressInsteadOfClicking(page)
  const { token, token_expires } = await sessionOf(page.request, loginType)
  const session = {
    name: 'token',
    value: encodeURIComponent(token),
    expires: Date.parse(token_expires) / 1000,
  }
  await page.context().addCookies([{ ...session, url: test.info().project.use.baseURL, sameSite: 'Strict' }])
  await page.goto(address)
}

/** Dismisses the notices of a demo account: one that appears closes the open menu in any journey. */
export async function dismissNotices(request: APIRequestContext, loginType: string): Promise<void> {
  const call = await apiOf(request, loginType)
  const { notifications } = await call('GET', '/me/notifications?popup=1&page_size=0')
  for (const { notification_id } of notifications)
    await call('PATCH', `/me/notifications/${notification_id}/dismiss`)
}

/** Makes calls of the API as the demo account of a login type. */
export async function apiOf(request: APIRequestContext, loginType: string) {
  const { token } = await sessionOf(request, loginType)
  return async (method: string, path: string, data?: object): Promise<any> => {
    const response = await request.fetch(`/api${path}`, {
      method,
      headers: { ...SHARED, authorization: `Bearer ${token}` },
      data,
    })
    return response.json()
  }
}

interface Session {
  token: string
  token_expires: string
}

/** One session of each account for all tests of a worker, as long as no test ends it. */
const sessions = new Map<string, Session>()

async function sessionOf(request: APIRequestContext, loginType: string): Promise<Session> {
  const known = sessions.get(loginType)
  if (known && (await isOpen(request, known))) return known
  const session = await logIn(request, loginType)
  sessions.set(loginType, session)
  return session
}

async function isOpen(request: APIRequestContext, { token }: Session): Promise<boolean> {
  const headers = { ...SHARED, authorization: `Bearer ${token}` }
  return (await request.get('/api/users/current', { headers })).ok()
}

async function logIn(request: APIRequestContext, loginType: string): Promise<Session> {
  const basic = Buffer.from(`${loginType}@ullage.example:${PASSWORD}`).toString('base64')
  const response = await request.get('/api/authenticate/login', {
    headers: { ...SHARED, authorization: `Basic ${basic}` },
  })
  return response.json()
}
