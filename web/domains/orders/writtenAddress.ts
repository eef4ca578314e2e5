import { KEPT_PARTS, type KeptAddress } from '#core/domains/people/keptAddress.ts'

export type Side = 'ship' | 'bill'

/** An address as the fields of one side of a document. */
export function writtenAddress(side: Side, address: KeptAddress): Record<string, string> {
  return Object.fromEntries(KEPT_PARTS.map((part) => [`${side}_${part}`, address[part] ?? '']))
}
