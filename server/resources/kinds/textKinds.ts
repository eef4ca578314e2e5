import type {
  ColorField,
  CountryCodeField,
  EmailField,
  LongTextField,
  PublicIdField,
  RichTextField,
  RouteField,
  ScannedCodeField,
  SecretField,
  SlugField,
  TextField,
  TimeZoneField,
  UrlField,
  UsernameField,
  WordListField,
} from '#core/resources/kinds/textKinds.ts'
import { translate } from '#server/platform/translate.ts'
import { countryText } from '#server/resources/countryText.ts'
import { anyText } from './anyText.ts'
import type { ServerKind } from './serverKind.ts'

export const text: ServerKind<TextField> = {
  ...anyText,
}

export const long_text: ServerKind<LongTextField> = {
  ...anyText,
}

export const email: ServerKind<EmailField> = {
  ...anyText,
  rules: () => 'email',
}

export const url: ServerKind<UrlField> = {
  ...anyText,
  rules: () => 'url',
}

export const username: ServerKind<UsernameField> = {
  ...anyText,
  rules: () => 'username',
}

export const slug: ServerKind<SlugField> = {
  ...anyText,
  rules: () => 'slug',
}

export const color: ServerKind<ColorField> = {
  ...anyText,
  rules: () => 'color',
}

export const time_zone: ServerKind<TimeZoneField> = {
  ...anyText,
  rules: () => 'time_zone',
}

export const route: ServerKind<RouteField> = {
  ...anyText,
  rules: () => 'route',
}

export const public_id: ServerKind<PublicIdField> = {
  ...anyText,
  rules: () => 'public_id',
}

export const scanned_code: ServerKind<ScannedCodeField> = {
  ...anyText,
}

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

export const country_code: ServerKind<CountryCodeField> = {
  ...anyText,
  text: (value, { actor }) => countryText(actor, value),
}

export const word_list: ServerKind<WordListField> = {
  ...anyText,
  rules: () => 'piped',
  text: (value, { actor, resource, name }) =>
    String(value)
      .split('|')
      .map((item) =>
        translate(actor.language, `records.${resource.name}.suggestions.${name}.${item}`, {
          defaultValue: item,
        }),
      )
      .join(', '),
}

export const secret: ServerKind<SecretField> = {
  column: () => 'varchar(255)',
  text: () => '',
}
