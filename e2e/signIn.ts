import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const PASSWORD = 'Ullage#2026'

/** Signs in as the demo account of a login type, through the door. */
export async function signIn(page: Page, loginType: string): Promise<void> {
  await page.goto('/session/login')
  await page.getByRole('textbox').first().fill(`${loginType}@ullage.example`)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/dashboard/)
}

/** Makes calls of the API as the demo account of a login type. */
export async function apiOf(request: APIRequestContext, loginType: string) {
  const basic = Buffer.from(`${loginType}@ullage.example:${PASSWORD}`).toString('base64')
  const shared = { 'x-api-key': 'ullage-web' }
  const answer = await request.get('/api/authenticate/login', {
    headers: { ...shared, authorization: `Basic ${basic}` },
  })
  const { token } = await answer.json()
  return async (method: string, path: string, data?: object): Promise<any> => {
    const response = await request.fetch(`/api${path}`, {
      method,
      headers: { ...shared, authorization: `Bearer ${token}` },
      data,
    })
    return response.json()
  }
}
