/** What lets somebody in without a password. */
export const BADGE_KINDS = ['rfid', 'qr'] as const

export type BadgeKind = (typeof BADGE_KINDS)[number]

export const RFID_LENGTH = { min: 8, max: 64 }

/** Letters that are no hexadecimal digits all together, so that no reader of badges ever types them. */
const QR_PREFIX = 'ULLAGE'
const QR_CODE = /^ULLAGE[0-9A-F]{64}$/
/** What readers of badges type: numbers in decimal or hexadecimal, some with separators. */
const RFID = /^[0-9A-Z][0-9A-Z:.,-]*$/

/**
 * A value as it is compared: readers differ in case, and some add blanks. Our QR codes are capitals and digits only,
 * so that a reader that types them is understood under most keyboard layouts.
 */
export function normalBadge(text: string): string {
  return text.trim().toUpperCase()
}

/** The text of a QR code that signs somebody in. @param hex 256 random bits in hexadecimal. */
export function qrCodeOf(hex: string): string {
  return `${QR_PREFIX}${hex.toUpperCase()}`
}

/** Tells what a reader has read: one of our QR codes, what can be an RFID badge, or neither. */
export function badgeKindOf(text: string): BadgeKind | undefined {
  const value = normalBadge(text)
  if (QR_CODE.test(value)) return 'qr'
  if (value.startsWith(QR_PREFIX)) return undefined
  const fits = value.length >= RFID_LENGTH.min && value.length <= RFID_LENGTH.max
  return fits && RFID.test(value) ? 'rfid' : undefined
}
