import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { startTestMailServer } from '#server/app/testing/startTestMailServer.ts'
import { connectionOf } from './sendWaitingMails.ts'

test.each([
  ['smtp://user:pass@mail.example.com', true],
  ['smtp://user:pass@mail.example.com?tls=optional', false],
  ['smtp://mail.example.com', false],
  ['smtp://mail.example.com?tls=required', true],
  ['smtp://user:pass@localhost:2525', false],
  ['smtp://user:pass@[::1]:2525', false],
])('%s: TLS or nothing is %s', (address, requireTLS) => {
  expect(connectionOf(address)).toMatchObject({ secure: false, requireTLS })
})

test('TLS is used from the first byte with smtps:', () => {
  expect(connectionOf('smtps://user:pass@mail.example.com')).toMatchObject({ secure: true, port: 465 })
})

test('if TLS is required, a mail server without TLS gets neither a password nor a mail', async () => {
  const post = await startTestMailServer({ username: 'name', password: 'word' })
  const send = (address: string) =>
    createTransport(connectionOf(address)).sendMail({
      from: 'a@test.example',
      to: 'b@test.example',
      text: 'x',
    })
  try {
    await expect(send(`${post.url}?tls=required`)).rejects.toThrow(/STARTTLS/)
    expect(post.received).toEqual([])
    await send(post.url)
    expect(post.received.length).toBe(1)
  } finally {
    await post.close()
  }
})
