import { devices } from '#core/domains/devices/devices.ts'
import type { Context } from '#server/platform/context.ts'
import { notify } from '#server/platform/database/notify.ts'
import { conflict } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secrets.ts'
import { audit } from '#server/resources/history/audit.ts'
import { lockRecord } from '#server/resources/rows.ts'

/**
 * Gives a device a new key, which replaces the old one at once. The key is stored as its hash and returned only now.
 * @throws Refusal 409 when the device is retired.
 */
export async function reprovisionDevice(context: Context, id: number): Promise<string> {
  const device = await lockRecord(context, devices, id)
  if (device.status === 'retired') throw conflict('messages.device_retired')
  const key = newToken()
  await context.db
    .updateTable('devices')
    .set({ key_hash: hashToken(key) })
    .where('device_id', '=', id)
    .execute()
  const word = JSON.stringify({ device_id: id, public_id: device.public_id, has_new_key: true })
  await notify(context.db, 'commands', word)
  await audit(context, 'devices', id, 'reprovision')
  return key
}
