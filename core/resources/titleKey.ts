/** The key that holds the name of what a reference points at: company_id → company_title. */
export function titleKey(field: string): string {
  return `${field.replace(/_id$/, '')}_title`
}
