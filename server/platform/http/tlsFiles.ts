import fs from 'node:fs'
import tls from 'node:tls'

/** A certificate, with the intermediate ones, and its key: PEM. */
export interface TlsFiles {
  cert: Buffer
  key: Buffer
}

/**
 * Reads a certificate and its key.
 * @throws Error that states the problem: a file that cannot be read or is not PEM, or a key of another certificate.
 */
export function readTlsFiles({ cert, key }: { cert: string; key: string }): TlsFiles {
  const files = { cert: fs.readFileSync(cert), key: fs.readFileSync(key) }
  tls.createSecureContext(files)
  return files
}
