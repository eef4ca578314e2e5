import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY, tokenOf } from '#server/app/testing/accounts.ts'
import { largeInHeader } from '#server/app/testing/largeInHeader.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { uploadFile } from '#server/app/testing/uploadFile.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Who = Parameters<TestServer['as']>[0]
const picture = (width = 900, height = 300, format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' } }).toFormat(format)

const upload = (who: Who, path: string, bytes: Uint8Array, field = 'photo_file', name?: string) =>
  uploadFile(server, who!, path, { bytes, field, ...(name && { name }) })
const headersOf = (who: Who) => ({ 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(who!)}` })
async function see(who: Who, path: string) {
  const response = await server.app.inject({ url: `/api${path}`, headers: headersOf(who) })
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers }
}
async function personOf(company: number): Promise<number> {
  const body = { first_name: 'A', last_name: 'B', company_id: company }
  return (await server.as('administrator').call('POST', '/people', body)).body.person.people_id
}

test('a user’s own photo is stored square and small, and shown with the user', async () => {
  const { status, body } = await upload('driver', '/me/photo', await picture().toBuffer())
  expect(status).toBe(200)
  expect(body.user.photo_thumb).toBe(body.person.photo_thumb)
  const full = await see('driver', body.person.photo)
  expect(full.headers['content-type']).toBe('image/webp')
  expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'webp', width: 600, height: 600 })
  const thumb = await see('driver', body.person.photo_thumb)
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ width: 96, height: 96 })
  const { body: now } = await server.as('driver').call('GET', '/users/current')
  expect(now.user.photo_thumb).toBe(body.person.photo_thumb)
  expect((await server.as('driver').call('DELETE', '/me/photo')).body.user.photo_thumb).toBeNull()
  expect((await see('driver', body.person.photo)).status).toBe(404)
})

test('a picture is rotated upright and loses its metadata', async () => {
  const id = await personOf(COMPANY.customer)
  const turned = await picture(400, 200, 'jpeg')
    .withExif({ IFD0: { Artist: 'secret place', Orientation: '6' } })
    .toBuffer()
  const { body } = await upload('administrator', `/people/${id}/photo`, turned, 'photo_file', 'x.jpg')
  const { bytes } = await see('administrator', body.person.photo)
  const { exif, orientation } = await sharp(bytes).metadata()
  expect([exif, orientation]).toEqual([undefined, undefined])
  expect(bytes.includes('secret place')).toBe(false)
})

test('files other than PNG, JPEG or GIF, by their content, are refused and change nothing', async () => {
  const id = await personOf(COMPANY.customer)
  const path = `/people/${id}/photo`
  const good = await picture(10, 10, 'gif').toBuffer()
  const refused = [
    await upload('administrator', path, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    await upload('administrator', path, await picture(10, 10, 'webp').toBuffer()),
    await upload('administrator', path, good.subarray(0, 12)),
    await upload('administrator', path, Buffer.alloc(0)),
  ]
  expect(refused.map(({ status }) => status)).toEqual([415, 415, 415, 415])
  expect(refused[0]!.body.message).toBe('Invalid file type.')
  expect((await upload('administrator', path, good, 'file')).status).toBe(422)
  expect((await server.as('administrator').call('POST', path, {})).status).toBe(415)
  expect((await see('administrator', path)).status).toBe(404)
  expect((await upload('administrator', path, good)).status).toBe(200)
})

test.each(['png', 'jpeg', 'gif'] as const)(
  'more than 50 megapixels are refused by the header: %s',
  async (format) => {
    const { status, body } = await upload('driver', '/me/photo', await largeInHeader(format))
    expect([status, body.errors?.[0]]).toMatchObject([422, { field: 'photo_file', rule: 'too_many_pixels' }])
  },
)

test('more than 10 000 000 bytes are refused', async () => {
  const png = await picture(10, 10).toBuffer()
  const large = Buffer.concat([png, Buffer.alloc(10_000_001 - png.length)])
  const { status, body } = await upload('driver', '/me/photo', large)
  expect([status, body.message]).toEqual([413, 'File size exceeds.'])
})

test('only users who may see the person see the photo, and only users who may change the person change it', async () => {
  const id = await personOf(COMPANY.stranger)
  const file = await picture().toBuffer()
  expect((await upload('distributor', `/people/${id}/photo`, file)).status).toBe(404)
  expect((await upload('customer_readonly', `/people/${id}/photo`, file)).status).toBe(405)
  expect((await upload('administrator', `/people/${id}/photo`, file)).status).toBe(200)
  expect((await see('distributor', `/people/${id}/photo`)).status).toBe(404)
  expect((await see('stranger', `/people/${id}/photo`)).status).toBe(200)
})

test('the logo of a company keeps its proportions', async () => {
  const path = `/companies/${COMPANY.customer}/logo`
  const { status, body } = await upload('administrator', path, await picture().toBuffer(), 'logo_file')
  expect(status).toBe(200)
  const { bytes } = await see('distributor', body.company.logo)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 200 })
  expect((await see('distributor', `/companies/${COMPANY.stranger}/logo`)).status).toBe(404)
  expect((await see('vendor', path)).status).toBe(405)
})

test('a note shows the photo of its author, to users who may see the author', async () => {
  const id = await personOf(COMPANY.customer)
  await upload('administrator', '/me/photo', await picture().toBuffer())
  const written = await server.as('administrator').call('POST', `/people/${id}/notes`, { note: 'Call first' })
  const { photo_thumb } = written.body.notes[0]
  expect((await see('administrator', photo_thumb)).status).toBe(200)
  const read = await server.as('customer').call('GET', `/people/${id}/notes`)
  expect(read.body.notes[0]).toMatchObject({ note: 'Call first', photo_thumb: null })
})
