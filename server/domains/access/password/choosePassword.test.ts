import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { codeTo } from '../testing/outbox.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'
import { holdsName } from './choosePassword.ts'
import { isEasilyGuessed } from './isEasilyGuessed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body: object) =>
  server.as('administrator').call(method, path, body)
const anybody = (path: string, body: object) => server.as(null).call('POST', path, body)
const twice = (password: string) => ({ password, confirm_password: password })

const NAMES = { first_name: 'Katarína', last_name: 'Quillfeather', phone_number: '+13135550123' }

/** Each way of setting a password, as a call with a chosen password, for a user with the names above. */
const WAYS: Record<string, (username: string) => Promise<(password: string) => Promise<Answer>>> = {
  'staff make a user': async (username) => (password) =>
    staff('POST', '/users', {
      ...NAMES,
      ...twice(password),
      username,
      login_type_id: 'customer',
      company_id: COMPANY.customer,
    }),
  'staff set another’s': async (username) => {
    const { user_id } = await newUser(server, { ...NAMES, username })
    return (password) => staff('PATCH', `/users/${user_id}`, twice(password))
  },
  'one’s own change': async (username) => {
    await newUser(server, { ...NAMES, username })
    const { body } = await signIn(server, username)
    return (password) =>
      withToken(server, body.token)('PATCH', '/me/password', {
        ...twice(password),
        current_password: PASSWORD,
      })
  },
  'a link to choose a new one': async (username) => {
    await newUser(server, { ...NAMES, username })
    await anybody('/authenticate/request_reset', { username })
    const code = await codeTo(server, username)
    return (password) => anybody('/authenticate/reset_password', { ...twice(password), code })
  },
  'an invitation': async (username) => {
    const { body } = await staff('POST', '/people', {
      company_id: COMPANY.customer,
      first_name: NAMES.first_name,
      last_name: NAMES.last_name,
      user_time_zone: 'America/Detroit',
    })
    const path = `/people/${body.person.people_id}/invite`
    const invited = await staff('POST', path, { login_type_id: 'customer' })
    const code = new URL(invited.body.invite.link).pathname.split('/')[3]
    const { phone_number } = NAMES
    return (password) =>
      anybody(`/authenticate/invite/${code}`, { ...twice(password), username, phone_number })
  },
  'signing up': async (username) => (password) =>
    anybody('/authenticate/sign_up', {
      ...NAMES,
      ...twice(password),
      username,
      company: 'Bramblewick Fuels',
    }),
}

describe.each(Object.keys(WAYS))('%s', (way) => {
  test('refuses common passwords and names of its owner, and accepts another', async () => {
    const username = `heron.${Object.keys(WAYS).indexOf(way)}.marlowe@pelicanbay.example`
    await sql`update companies set company = 'Bramblewick Fuels' where company_id = ${COMPANY.customer}`.execute(
      server.db,
    )
    const choose = await WAYS[way]!(username)
    for (const [password, rule] of [
      ['Welcome#2026', 'password_common'],
      ['P@ssw0rd', 'password_common'],
      ['Ullage#2026', 'password_name'],
      ['xU11@ge!7q', 'password_name'],
      ['8#Katarina9Q', 'password_name'],
      ['Quillfeather#9', 'password_name'],
      ['Marlowe!83kX', 'password_name'],
      ['Pelicanbay#4x', 'password_name'],
      ['Bramb1ew!ck#Z', 'password_name'],
    ] as const) {
      const { status, body } = await choose(password)
      expect(status, password).toBe(422)
      expect(body.errors, password).toEqual([expect.objectContaining({ field: 'password', rule })])
    }
    expect((await choose('Vq7!pLm2xT')).status).toBe(200)
  })
})

describe('easily guessed passwords', () => {
  test('include each of the 3,000 most common passwords, adapted to the rule as people do it', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const common = dictionary['passwords-common']!.filter(
      (word: string | number) => /^[a-z][a-z0-9]{3,9}$/.test(String(word)) && /[a-z]$/.test(String(word)),
    ) as string[]
    const fits = common.slice(0, 3000).flatMap((word) => {
      const capital = word.replace(/^./, (letter) => letter.toUpperCase())
      return [`${capital}#2026`, `${capital}1!aa`.slice(0, capital.length + 2), `9!${capital}`]
    })
    expect(fits.length).toBe(9000)
    const missed = []
    for (const password of fits.filter((text) => text.length >= 8))
      if (!(await isEasilyGuessed(password))) missed.push(password)
    expect(missed).toEqual([])
  })

  test.each(['Aa123456!', 'Qwer!2345', '1qaz@WSX', 'Abcd@1234', 'aA1!aA1!aA1!', 'P@ssw0rd1', 'Admin@123'])(
    '%s',
    async (password) => expect(await isEasilyGuessed(password)).toBe(true),
  )

  test.each(['xK7!pQm2', 'Tg4$wLp9Zr', 'Harbour#71vQ'])('but not %s', async (password) =>
    expect(await isEasilyGuessed(password)).toBe(false),
  )
})

test('a name is found with any capitals, accents and symbols; parts of three letters are ignored', () => {
  expect(holdsName('x!BRAMBLEwick7', ['Bramblewick'])).toBe(true)
  expect(holdsName('x!Br4mb1ew1ck', ['Bramblewick'])).toBe(true)
  expect(holdsName('Jose7!xQQb', ['José Li'])).toBe(true)
  expect(holdsName('Li7!xQQbwm', ['José Li', null, undefined, ''])).toBe(false)
})
