import ipaddr from 'ipaddr.js'

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
