import { createHmac } from 'node:crypto'

/** The demo's devices are played by the demo itself, so that their keys need be no secret. */
const DEMO_SECRET = 'ullage-demo-devices'

/** The key with which a device of the demo signs in. */
export function deviceKey(publicId: string): string {
  return createHmac('sha256', DEMO_SECRET).update(publicId).digest('base64url')
}
