/** A name as a slug: "Net 30 (days)" is net_30_days. */
export function slugOf(name: string, max = 65): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return plain.slice(0, max) || 'list'
}
