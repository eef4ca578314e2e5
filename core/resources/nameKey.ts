/** The key that holds what people call the record that a reference points at, where its title is a code: device_id → device_name. */
export function nameKey(field: string): string {
  return `${field.replace(/_id$/, '')}_name`
}
