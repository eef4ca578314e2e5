import type { Issue } from './issue.ts'

const IPV4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/

/**
 * Whether a text is a network such as 192.0.2.0/24 or 2001:db8::/32, or a single address. Without the library of `networks.ts`,
 * which is large: definitions use it, and the browser has them all.
 */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0) return false
  const isSix = address.includes(':')
  if (!(isSix ? isIpv6(address) : isIpv4(address))) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isSix ? 128 : 32))
}

function isIpv4(address: string): boolean {
  return IPV4.test(address) && address.split('.').every((part) => Number(part) <= 255)
}

/** Eight groups of hexadecimal digits; the last two may be an IPv4 address, and one "::" stands for groups of zeros. */
function isIpv6(address: string): boolean {
  const [head = '', tail, ...more] = address.split('::')
  if (more.length > 0) return false
  const groups = [head, tail].flatMap((part) => (part ? part.split(':') : []))
  const endsInFour = isIpv4(groups.at(-1) ?? '') && tail !== ''
  const count = groups.length + (endsInFour ? 1 : 0)
  const hexadecimal = endsInFour ? groups.slice(0, -1) : groups
  return (
    hexadecimal.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    (tail === undefined ? count === 8 : count < 8)
  )
}

/** The first invalid entry of a field with networks. */
export function networkIssues(field: string, networks: readonly string[] | null | undefined): Issue[] {
  const invalid = networks?.find((text) => !isNetwork(text))
  return invalid === undefined ? [] : [{ field, rule: 'network', params: { text: invalid } }]
}
