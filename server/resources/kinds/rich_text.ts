import type { RichTextField } from '#core/resources/kinds/rich_text.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const rich_text: ServerKind<RichTextField> = {
  ...anyText,
  rules: () => 'rich',
  text: (value) => withoutMarks(String(value)),
}

/** Rich text on paper and in a table: its words. */
function withoutMarks(html: string): string {
  return html
    .replace(/<(\/p|\/li|\/h\d|br)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}
