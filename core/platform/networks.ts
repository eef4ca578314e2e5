import ipaddr from 'ipaddr.js'
import type { Issue } from './issue.ts'

/** Whether a text is a network such as 192.0.2.0/24 or 2001:db8::/32, or a single address. */
export function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  // The library also accepts the legacy forms 192.0.2 and 0300.1.
  const isAddress = address.includes(':')
    ? ipaddr.IPv6.isValid(address) && !address.includes('%')
    : ipaddr.IPv4.isValidFourPartDecimal(address)
  return isAddress && (bits === undefined || ipaddr.isValidCIDR(text))
}

/** The first entry of a field with networks that is none. */
export function networkIssues(field: string, networks: readonly string[] | null | undefined): Issue[] {
  const wrong = networks?.find((text) => !isNetwork(text))
  return wrong === undefined ? [] : [{ field, rule: 'network', params: { text: wrong } }]
}

/** Whether an address (IPv4, IPv6, or IPv4-mapped) lies in one of the networks; false for an invalid address. */
export function isWithinNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = rangeOf(network)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
}

/** Whether an address is public: not this machine's, and not in a private or reserved network. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network of mapped addresses (::ffff:192.0.2.0/120) stands for its IPv4 network. */
function rangeOf(network: string): [base: Address, bits: number] {
  const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), undefined]
  if (base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && (bits ?? 128) >= 96) {
    return [base.toIPv4Address(), (bits ?? 128) - 96]
  }
  return [base, bits ?? (base.kind() === 'ipv4' ? 32 : 128)]
}
