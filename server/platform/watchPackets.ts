import type { Socket } from 'node:net'

/** The kind of a packet by which a client signs in. */
const CONNECT = 1
/** Bytes of the first packet: names, key and last will; more has no device to say before it is known. */
const LARGEST_CONNECT = 8 * 1024

/**
 * Ends an MQTT connection as soon as a packet announces more than it may have: the broker would gather all of it before
 * it looks at it. Until somebody has signed in there is only the first packet; what comes behind it the broker leaves in
 * the socket.
 * @param largest bytes of any later packet.
 */
export function watchPackets(socket: Socket, largest: number): void {
  let limit = LARGEST_CONNECT
  /** Bytes of the present packet that are still to come. */
  let rest = 0
  /** Which byte of a header comes next: its kind, then up to four of its length. */
  let at = 0
  let length = 0

  function isTooMuch(chunk: Buffer): boolean {
    for (let index = 0; index < chunk.length; ) {
      if (rest > 0) {
        const passed = Math.min(rest, chunk.length - index)
        rest -= passed
        index += passed
        continue
      }
      const byte = chunk[index++]!
      if (at === 0) {
        if (limit === LARGEST_CONNECT && byte >> 4 !== CONNECT) return true
        at = 1
        length = 0
        continue
      }
      length += (byte & 127) * 128 ** (at - 1)
      if (byte > 127) {
        at += 1
        if (at > 4) return true
        continue
      }
      if (length > limit) return true
      rest = length
      limit = largest
      at = 0
    }
    return false
  }

  // The broker reads by itself: this hears of what it reads, and does not make the stream flow.
  socket.on('data', (chunk: Buffer) => {
    if (isTooMuch(chunk)) socket.destroy()
  })
}
