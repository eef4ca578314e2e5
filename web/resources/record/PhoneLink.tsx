import { formatPhone, parseAnyPhone } from '#core/platform/phone.ts'
import { LinkValue } from './LinkValue.tsx'

/** A telephone number as people write it. It stands apart because the rules of all countries come with it. */
export function PhoneLink({ number }: { number: string }) {
  const phone = parseAnyPhone(number)
  return <LinkValue to={`tel:${number}`} text={phone ? formatPhone(phone) : number} />
}
