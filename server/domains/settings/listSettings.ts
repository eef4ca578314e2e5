import { SETTING_KEYS, settings } from '#core/domains/settings/settings.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import type { FieldKind } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import type { TextFormat } from '#core/resources/kinds/textFormats.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { newestOf } from './changeSettings.ts'
import { readSettingRows, readSettings, standardOf } from './readSettings.ts'

/** A setting as the API returns it. */
export interface Setting {
  setting_key: string
  section: string
  /** The kind of its field, or the format of a text. */
  kind: FieldKind | TextFormat
  value: unknown
  default_value: unknown
  updated_at: string
}

/** Every setting with its default, in the order of the form. */
export async function listSettings({ db }: Context): Promise<Setting[]> {
  const [values, rows] = [await readSettings(db), await readSettingRows(db)]
  return settings.form.flatMap(({ section, fields }) =>
    fields.map((key) => ({
      setting_key: key,
      section,
      kind: formatOf(settings.fields[key]) ?? settings.fields[key].kind,
      value: values[key],
      default_value: standardOf(key),
      updated_at: newestOf(rows.filter(({ setting_key }) => setting_key === key)),
    })),
  )
}

/** @throws Refusal 404 */
export async function readSetting(context: Context, key: string): Promise<Setting> {
  if (!isOneOf(SETTING_KEYS, key)) throw notFound()
  const found = (await listSettings(context)).find(({ setting_key }) => setting_key === key)
  if (!found) throw notFound()
  return found
}
