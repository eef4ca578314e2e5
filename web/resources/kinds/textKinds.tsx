import { ColorSwatch, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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
import { PlainCell } from './PlainCell.tsx'
import type { CellProps, WebKind } from './webKind.ts'

export const text: WebKind<TextField> = {
  Cell: PlainCell,
}

export const long_text: WebKind<LongTextField> = {
  Cell: PlainCell,
  isWide: () => true,
}

export const email: WebKind<EmailField> = {
  Cell: PlainCell,
}

export const url: WebKind<UrlField> = {
  Cell: PlainCell,
}

export const username: WebKind<UsernameField> = {
  Cell: PlainCell,
}

export const slug: WebKind<SlugField> = {
  Cell: PlainCell,
}

export const color: WebKind<ColorField> = {
  Cell: ColorCell,
}

function ColorCell({ value }: { value: unknown }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={String(value)} size={16} aria-hidden />
      {String(value)}
    </Group>
  )
}

export const time_zone: WebKind<TimeZoneField> = {
  Cell: PlainCell,
}

export const route: WebKind<RouteField> = {
  Cell: PlainCell,
}

export const public_id: WebKind<PublicIdField> = {
  Cell: PlainCell,
}

export const scanned_code: WebKind<ScannedCodeField> = {
  Cell: PlainCell,
}

export const rich_text: WebKind<RichTextField> = {
  Cell: PlainCell,
  isWide: () => true,
}

export const country_code: WebKind<CountryCodeField> = {
  Cell: PlainCell,
}

export const word_list: WebKind<WordListField> = {
  Cell: WordListCell,
  isWide: () => true,
}

function WordListCell({ resource, name, value }: CellProps<WordListField>) {
  const { t } = useTranslation()
  return (
    <>
      {String(value)
        .split('|')
        .map((item) => t(`records.${resource.name}.suggestions.${name}.${item}`, item))
        .join(', ')}
    </>
  )
}

export const secret: WebKind<SecretField> = {
  Cell: PlainCell,
  Change: SecretChange,
}

function SecretChange() {
  const { t } = useTranslation()
  return <span>{t('resources.secret')}</span>
}
