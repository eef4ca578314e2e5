import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { apiOf, NEW_PASSWORD, PASSWORD, signIn } from './signIn.ts'

/** Types like a reader: faster than a person, ended by Enter. */
async function read(page: Page, value: string) {
  await expect(page.getByRole('button', { name: 'Other ways to sign in' })).toBeVisible()
  await page.evaluate(
    (keys) => {
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true })
        // A machine that pauses between keys must not slow the reader down.
        Object.defineProperty(event, 'timeStamp', { value: index * 5 })
        document.body.dispatchEvent(event)
      }
    },
    [...value, 'Enter'],
  )
}

/** Signs in on the sign-in page. */
async function enter(page: Page, username: string, password = PASSWORD) {
  await page.goto(`${new URL(page.url()).origin}/session/login`)
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/dashboard/)
}

test('RFID and QR badges sign in at a keyboard reader, and revoked ones do not', async ({
  page,
  request,
}) => {
  const call = await apiOf(request, 'administrator')
  const { users } = await call('GET', '/users?search=technician@ullage.example')
  const user = `/users/${users[0].user_id}`
  const rfid = '04A1B2C3D4E5F6'
  await call('POST', `${user}/rfid`, { rfid })
  const { qr_code } = await call('POST', `${user}/qr`, {})
  for (const value of [rfid.toLowerCase(), qr_code]) {
    await page.goto('/session/login')
    await read(page, value)
    await expect(page).toHaveURL(/dashboard/)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
  await call('DELETE', `${user}/rfid`)
  await page.goto('/session/login')
  await read(page, rfid)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/session\/login$/)
})

test('a user who asks to stay signed in does so for seven days, others for less', async ({ page }) => {
  const days = async (isRemembered: boolean) => {
    await page.context().clearCookies()
    await page.goto('/session/login')
    await page.getByRole('textbox', { name: 'Username' }).fill('employee@ullage.example')
    await page.locator('input[type=password]').fill(PASSWORD)
    if (isRemembered) await page.getByRole('checkbox', { name: 'Stay signed in for 7 days' }).check()
    await page.locator('button[type=submit]').click()
    await expect(page).toHaveURL(/dashboard/)
    const token = (await page.context().cookies()).find(({ name }) => name === 'token')
    return (token!.expires * 1000 - Date.now()) / 86_400_000
  }
  expect(await days(false)).toBeLessThan(2)
  expect(await days(true)).toBeCloseTo(7, 1)
})

test('an invitation is created, handed over and accepted once, and signs its user in', async ({
  page,
  browser,
  request,
}) => {
  const call = await apiOf(request, 'administrator')
  const { person } = await call('POST', '/people', { first_name: 'Ina', last_name: 'Invited' })
  await signIn(page, 'administrator')
  await page.goto(`/people/profile/${person.people_id}`)
  await page.getByRole('button', { name: 'Invite to sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption({ label: 'Employee' })
  await dialog.getByRole('button', { name: 'Create the invitation' }).click()
  const link = (await dialog.getByText('/users/user_invite/').textContent())!

  const guest = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  const username = `ina${Date.now()}@ullage.example`
  await guest.goto(link)
  await guest.getByRole('textbox', { name: 'Username' }).fill(username)
  await guest.getByRole('textbox', { name: 'Phone number' }).fill('+1 313 555 0177')
  await guest.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await guest.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await guest.getByRole('button', { name: 'Create the account' }).click()
  await expect(guest.getByRole('status')).toContainText('Sign in with the username and password')
  await guest.goto(link)
  await expect(guest.getByRole('alert')).toContainText('has already been used')
  await enter(guest, username, NEW_PASSWORD)
  await guest.context().close()
})

test('the first start of an empty product prints a link that creates its first administrator', async ({
  page,
}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-first-'))
  const port = Number(process.env['E2E_PORT'] ?? 3411) + 40
  const product = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(port + 1),
      DATA_DIR: folder,
      PUBLIC_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => product.once('exit', resolve))
  try {
    let output = ''
    product.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    await expect.poll(() => output).toMatch(/session\/setup\/\S+/)
    const link = `http://localhost:${port}/${/session\/setup\/\S+/.exec(output)![0]}`
    await page.goto(link)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('First')
    await page.getByLabel('Phone number').fill('+1 313 555 0100')
    await page.getByLabel(/^Username/).fill('ada@first.example')
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Repeat the password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expect(page.getByText('The account is ready.')).toBeVisible()
    await expect(page).toHaveURL(/session\/login$/)
    await enter(page, 'ada@first.example', NEW_PASSWORD)
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByRole('alert')).toBeVisible()
  } finally {
    product.kill('SIGTERM')
    await ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
