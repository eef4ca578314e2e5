/** Ways to sign in without a password. */
export const BADGE_KINDS = ['rfid', 'qr'] as const

export type BadgeKind = (typeof BADGE_KINDS)[number]

export const RFID_LENGTH = { min: 8, max: 64 }

/** Contains letters that are not hexadecimal digits, so that no badge reader ever types it. */
const QR_PREFIX = 'ULLAGE'
const QR_CODE = /^ULLAGE[0-9A-F]{64}$/
/** Output of badge readers: numbers in decimal or hexadecimal, some with separators. */
const RFID = /^[0-9A-Z][0-9A-Z:.,-]*$/

/**
 * Normalizes a value for comparison: readers differ in case, and some add blanks. Our QR codes have capitals and digits only,
 * so that readers work with most keyboard layouts.
 */
export function normalBadge(text: string): string {
  return text.trim().toUpperCase()
}

/** The text of a QR code for signing in. @param hex 256 random bits in hexadecimal. */
export function qrCodeOf(hex: string): string {
  return `${QR_PREFIX}${hex.toUpperCase()}`
}

/** The kind of a scanned value: one of our QR codes, a possible RFID badge, or neither. */
export function badgeKindOf(text: string): BadgeKind | undefined {
  const value = normalBadge(text)
  if (QR_CODE.test(value)) return 'qr'
  if (value.startsWith(QR_PREFIX)) return undefined
  const fits = value.length >= RFID_LENGTH.min && value.length <= RFID_LENGTH.max
  return fits && RFID.test(value) ? 'rfid' : undefined
}
