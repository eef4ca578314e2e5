/** The key of a referenced record's title: company_id → company_title. */
export function titleKey(field: string): string {
  return `${field.replace(/_id$/, '')}_title`
}
