import { zoneName } from '#web/platform/format/zoneName.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** A time zone by name. */
export function ZoneText({ zone }: { zone: string }) {
  return <bdi>{zoneName(zone, useTranslation().i18n.language)}</bdi>
}
