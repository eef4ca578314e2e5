import type { TFunction } from 'i18next'

/** Why an uplink could not be read, as a sentence. */
export function reasonText(t: TFunction, { reason, detail }: { reason: string; detail: string }): string {
  const refused = t(`devices.refusals.${detail}`, { defaultValue: detail })
  return t(`devices.connections.reasons.${reason}`, { detail: refused, defaultValue: reason })
}
