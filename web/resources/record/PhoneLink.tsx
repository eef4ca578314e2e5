import { formatPhone, parseAnyPhone } from '#core/platform/phone.ts'
import { LinkValue } from './LinkValue.tsx'

/** A formatted phone number. A separate module, because it imports the rules of all countries. */
export function PhoneLink({ number }: { number: string }) {
  const phone = parseAnyPhone(number)
  return <LinkValue to={`tel:${number}`} text={phone ? formatPhone(phone) : number} />
}
