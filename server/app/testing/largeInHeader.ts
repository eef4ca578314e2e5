import zlib from 'node:zlib'
import sharp from 'sharp'

const SIDE = 16_383

/** A picture of few bytes whose header claims 16383 × 16383 pixels. */
export async function largeInHeader(format: 'png' | 'jpeg' | 'gif' | 'webp'): Promise<Buffer> {
  const small = sharp({ create: { width: 16, height: 16, channels: 3, background: '#c02020' } })
  if (format === 'png') {
    const bytes = await small.png().toBuffer()
    bytes.writeUInt32BE(SIDE, 16)
    bytes.writeUInt32BE(SIDE, 20)
    // The checksum of the header covers its type and its 13 bytes.
    bytes.writeUInt32BE(zlib.crc32(bytes.subarray(12, 29)), 29)
    return bytes
  }
  if (format === 'gif') {
    const bytes = await small.gif().toBuffer()
    bytes.writeUInt16LE(SIDE, 6)
    bytes.writeUInt16LE(SIDE, 8)
    // The size of the first frame as well, which starts at 0, 0.
    const frame = bytes.indexOf(Buffer.from('2c00000000', 'hex'))
    bytes.writeUInt16LE(SIDE, frame + 5)
    bytes.writeUInt16LE(SIDE, frame + 7)
    return bytes
  }
  if (format === 'jpeg') {
    const bytes = await small.jpeg().toBuffer()
    const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
    bytes.writeUInt16BE(SIDE, frame + 5)
    bytes.writeUInt16BE(SIDE, frame + 7)
    return bytes
  }
  const bytes = await small.webp({ lossless: true }).toBuffer()
  // After the signature 0x2f: 14 bits for each side minus one, then transparency and a version.
  const at = bytes.indexOf('VP8L') + 9
  bytes.writeUInt32LE(((bytes.readUInt32LE(at) & 0xf0000000) | (SIDE - 1) | ((SIDE - 1) << 14)) >>> 0, at)
  return bytes
}
