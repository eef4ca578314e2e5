/** The key of the display name of a referenced record whose title is a code: device_id → device_name. */
export function nameKey(field: string): string {
  return `${field.replace(/_id$/, '')}_name`
}
