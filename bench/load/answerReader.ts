const END_OF_HEAD = Buffer.from('\r\n\r\n')
const END_OF_LINE = Buffer.from('\r\n')

/**
 * Finds only where an HTTP response ends on a persistent connection: the CPU that a load generator spends on a response is taken from the two
 * cores of the measured server.
 */
export class AnswerReader {
  /** Status of the last complete response. */
  status = 0
  private waiting = Buffer.alloc(0)
  /** Remaining bytes of the body, or of the current chunk; undefined while the head is read. */
  private missing: number | undefined
  private isChunked = false
  private isLastChunk = false

  /** Takes received bytes. @returns whether the response has ended. */
  take(bytes: Buffer): boolean {
    let rest: Buffer = this.waiting.length === 0 ? bytes : Buffer.concat([this.waiting, bytes])
    this.waiting = Buffer.alloc(0)
    if (this.missing === undefined) {
      const end = rest.indexOf(END_OF_HEAD)
      if (end === -1) return this.wait(rest)
      this.readHead(rest.toString('latin1', 0, end))
      rest = rest.subarray(end + END_OF_HEAD.length)
    }
    return this.isChunked ? this.takeChunks(rest) : this.takeLength(rest)
  }

  private readHead(head: string): void {
    this.status = Number(head.slice(9, 12))
    this.isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.isLastChunk = false
    this.missing = this.isChunked ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }

  private takeLength(rest: Buffer): boolean {
    this.missing! -= rest.length
    return this.missing! <= 0 && this.ended()
  }

  private takeChunks(bytes: Buffer): boolean {
    let rest = bytes
    for (;;) {
      if (rest.length < this.missing!) {
        this.missing! -= rest.length
        return false
      }
      rest = rest.subarray(this.missing)
      this.missing = 0
      if (this.isLastChunk) return this.ended()
      const line = rest.indexOf(END_OF_LINE)
      if (line === -1) return this.wait(rest)
      const size = Number.parseInt(rest.toString('latin1', 0, line), 16)
      this.isLastChunk = size === 0
      this.missing = size + END_OF_LINE.length
      rest = rest.subarray(line + END_OF_LINE.length)
    }
  }

  private wait(rest: Buffer): false {
    this.waiting = Buffer.from(rest)
    return false
  }

  private ended(): true {
    this.missing = undefined
    return true
  }
}
