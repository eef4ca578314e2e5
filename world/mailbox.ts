import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { World } from './world.ts'

/** A mail server that accepts all mails, and for a while hangs: it neither answers nor refuses. */
export class Mailbox {
  /** How often each mail came, by its Message-ID. */
  private readonly received = new Map<string, number>()
  private readonly receivers = new Map<string, number>()
  /** Whether it hangs. */
  hangs = false

  private constructor(private readonly server: SMTPServer) {}

  static async open(): Promise<Mailbox> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      authOptional: true,
      onMailFrom: (_address, _session, done) => {
        if (!mailbox.hangs) done()
      },
      onData: (stream, { envelope }, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part) => parts.push(part))
        stream.on('end', () => {
          const id = /^message-id: *(\S+)/im.exec(Buffer.concat(parts).toString('utf8'))?.[1] ?? ''
          mailbox.received.set(id, (mailbox.received.get(id) ?? 0) + 1)
          for (const { address } of envelope.rcptTo)
            mailbox.receivers.set(address, (mailbox.receivers.get(address) ?? 0) + 1)
          done()
        })
      },
    })
    const mailbox = new Mailbox(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return mailbox
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`
  }

  /** Promise 1: mails that the product reports as sent came once, or twice after a kill. */
  async audit(world: World, mayBeDoubled: boolean): Promise<void> {
    const { books } = world
    const { mails } = await world.get('/mails?page_size=0', ['mails'])
    const sent = new Map<string, number>()
    for (const { receiver, state } of mails)
      if (state === 'sent') sent.set(receiver, (sent.get(receiver) ?? 0) + 1)
    const broken = (kind: string, what: string) => world.broken(1, kind, what, ['mails'])
    for (const [receiver, count] of sent) {
      const came = this.receivers.get(receiver) ?? 0
      if (came < count) broken('a mail that was sent is lost', `${came} of ${count} came to ${receiver}`)
    }
    for (const [id, times] of this.received)
      if (times > (mayBeDoubled ? 2 : 1)) broken('a mail comes too often', `${id} came ${times} times`)
    books.count('mails', this.received.size)
  }

  close(): void {
    this.server.close()
  }
}
