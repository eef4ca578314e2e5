const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*([ap])?\.?\s?(?:m\.?)?$/i

/** Converts a written time of day to the API's format: "4 PM" becomes 16:00. Other text is returned unchanged. */
export function readTime(text: string): string {
  const [, hours = '', minutes, half] = TIME.exec(text.trim()) ?? []
  if (hours === '' || (minutes === undefined && half === undefined)) return text
  const hour = Number(hours)
  if (half === undefined) return hour > 23 ? text : `${hours.padStart(2, '0')}:${minutes ?? '00'}`
  if (hour < 1 || hour > 12) return text
  const full = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(full).padStart(2, '0')}:${minutes ?? '00'}`
}
