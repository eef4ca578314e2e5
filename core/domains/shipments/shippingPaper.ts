/** Fields of dangerous goods on the shipping paper, by 49 CFR 172.202. */
export const PAPER_FIELDS = ['un_number', 'proper_shipping_name', 'hazard_class', 'packing_group'] as const
export type PaperField = (typeof PAPER_FIELDS)[number]

/** A product as on the shipping paper. */
export type PaperProduct = { readonly [Field in PaperField]: string | null }

/** Whether a product needs a shipping paper. */
export function isDangerous({ un_number, hazard_class }: PaperProduct): boolean {
  return Boolean(un_number || hazard_class)
}

/** The fields that a product lacks on the paper. Gases (class 2) have no packing group: 49 CFR 172.202 (a) (4). */
export function missingOnPaper(product: PaperProduct): PaperField[] {
  if (!isDangerous(product)) return []
  const isGas = product.hazard_class?.trim().startsWith('2') ?? false
  return PAPER_FIELDS.filter((field) => !product[field] && !(isGas && field === 'packing_group'))
}

/** A product in the order of the shipping paper: "UN1202, Diesel fuel, 3, PG III". */
export function paperLine({
  un_number,
  proper_shipping_name,
  hazard_class,
  packing_group,
}: PaperProduct): string {
  return [un_number, proper_shipping_name, hazard_class, packing_group && `PG ${packing_group}`]
    .filter(Boolean)
    .join(', ')
}
