import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestMailServer {
  /** Its URL, with the name and password that it requires. */
  url: string
  received: { to: string[]; mail: Email }[]
  /** Its answer to a receiver, by address; without an entry it accepts the mail. */
  refusals: Map<string, number>
  /** Runs while a mail is being sent. */
  onData?: ((mail: { to: string[]; text: string }) => Promise<void>) | undefined
  /** Whether mails are refused for now, by a response that repeats their text. */
  repeats: boolean
  /** The number of next mails at which it closes the connection instead of answering. */
  cuts: number
  close: () => Promise<void>
}

/** A mail server that stores the mails it accepts. With a login it requires authentication. */
export async function startTestMailServer(login?: {
  username: string
  password: string
}): Promise<TestMailServer> {
  const received: TestMailServer['received'] = []
  const refusals: TestMailServer['refusals'] = new Map()
  const post = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: !login,
    onAuth: ({ username, password }, _, done) =>
      username === login?.username && password === login?.password
        ? done(null, { user: 1 })
        : done(new Error('wrong')),
    onRcptTo: ({ address }, _, done) => {
      const responseCode = refusals.get(address)
      done(responseCode ? Object.assign(new Error('not now'), { responseCode }) : null)
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        if (test.cuts > 0) {
          test.cuts -= 1
          for (const line of lines) line.destroy()
          return
        }
        const keep = async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks))
          const to = envelope.rcptTo.map(({ address }) => address)
          const text = mail.text ?? ''
          await test.onData?.({ to, text })
          received.push({ to, mail })
          const answer = `not now: ${text.replace(/\s+/g, ' ')}`
          done(test.repeats ? Object.assign(new Error(answer), { responseCode: 451 }) : null)
        }
        void keep()
      })
    },
  })
  const lines = new Set<Socket>()
  post.server.on('connection', (line: Socket) => lines.add(line))
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  const { port } = post.server.address() as { port: number }
  const who = login ? `${encodeURIComponent(login.username)}:${encodeURIComponent(login.password)}@` : ''
  const test: TestMailServer = {
    url: `smtp://${who}127.0.0.1:${port}`,
    received,
    refusals,
    repeats: false,
    cuts: 0,
    close: () => new Promise<void>((resolve) => post.close(resolve)),
  }
  return test
}
