import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { uploadFile } from '#server/app/testing/uploadFile.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const wide = () => sharp({ create: { width: 900, height: 300, channels: 3, background: '#2050c0' } }).png()
const environment = async () => (await server.as(null).call('GET', '/environment')).body.environment
const see = (path: string) =>
  server.app.inject({ url: `/api${path}`, headers: { 'x-api-key': 'ullage-web' } })

test('the logo of the business is shown on the sign-in page, keeps its proportions, and is removed', async () => {
  expect(await environment()).toMatchObject({ logo: null, logo_thumb: null })
  const bytes = await wide().toBuffer()
  const { body } = await uploadFile(server, 'administrator', '/settings/logo', { bytes, field: 'logo_file' })
  expect(await environment()).toMatchObject({ logo: body.logo, logo_thumb: body.logo_thumb })
  const response = await see(body.logo)
  expect(response.headers['content-type']).toBe('image/webp')
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 600, height: 200 })
  await server.as('administrator').call('DELETE', '/settings/logo')
  expect((await environment()).logo).toBeNull()
  expect((await see(body.logo)).statusCode).toBe(404)
})

test('only users who may change settings set it, and only a picture', async () => {
  const bytes = await wide().toBuffer()
  const refused = await uploadFile(server, 'customer', '/settings/logo', { bytes, field: 'logo_file' })
  expect(refused.status).toBe(405)
  const script = new TextEncoder().encode('<svg onload=alert(1)>')
  const rejected = await uploadFile(server, 'administrator', '/settings/logo', {
    bytes: script,
    field: 'logo_file',
  })
  expect(rejected.status).toBe(415)
  expect((await environment()).logo).toBeNull()
})
