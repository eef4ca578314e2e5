import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestPost {
  /** Its address, with the name and password that it wants. */
  url: string
  received: { to: string[]; mail: Email }[]
  /** What it answers to a receiver, by his address; without an entry it takes the mail. */
  refusals: Map<string, number>
  close: () => Promise<void>
}

/** A mail server that keeps what it takes. With a login it wants that one; without one it asks nobody who he is. */
export async function startTestPost(login?: { username: string; password: string }): Promise<TestPost> {
  const received: TestPost['received'] = []
  const refusals: TestPost['refusals'] = new Map()
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
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({ to: envelope.rcptTo.map(({ address }) => address), mail })
          done()
        })
      })
    },
  })
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  const { port } = post.server.address() as { port: number }
  const who = login ? `${encodeURIComponent(login.username)}:${encodeURIComponent(login.password)}@` : ''
  return {
    url: `smtp://${who}127.0.0.1:${port}`,
    received,
    refusals,
    close: () => new Promise<void>((resolve) => post.close(resolve)),
  }
}
