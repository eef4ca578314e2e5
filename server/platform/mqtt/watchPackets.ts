import type { Socket } from 'node:net'

/** The packet type of a sign-in. */
const CONNECT = 1
/** Maximum bytes of the first packet: names, key and last will; an unknown device has nothing more to send. */
const MAX_CONNECT_BYTES = 8 * 1024

/**
 * Ends an MQTT connection as soon as a packet announces more than its limit: the broker would buffer all of it before checking. Before
 * sign-in only the first packet is read; the broker leaves the rest in the socket.
 * @param largest bytes of any later packet.
 */
export function watchPackets(socket: Socket, largest: number): void {
  let limit = MAX_CONNECT_BYTES
  /** Remaining bytes of the current packet. */
  let rest = 0
  /** Index of the next header byte: the type, then up to four bytes of its length. */
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
      const byte = chunk.readUInt8(index++)
      if (at === 0) {
        if (limit === MAX_CONNECT_BYTES && byte >> 4 !== CONNECT) return true
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

  // The broker reads the stream itself: this listens, and does not make it flow.
  socket.on('data', (chunk: Buffer) => {
    if (isTooMuch(chunk)) socket.destroy()
  })
}
