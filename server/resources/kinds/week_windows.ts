import { weekdayNames } from '#core/platform/weekdayNames.ts'
import { readWeekWindows, type WeekWindow, weekWindowsText } from '#core/platform/weekWindows.ts'
import { lettersOf } from '#core/resources/imports/words.ts'
import type { WeekWindowsField } from '#core/resources/kinds/week_windows.ts'
import { LANGUAGES } from '#server/resources/imports/cellWords.ts'
import { anyList } from './anyList.ts'
import type { ServerKind } from './serverKind.ts'

export const week_windows: ServerKind<WeekWindowsField> = {
  ...anyList,
  text: (value, { actor }) =>
    weekWindowsText(value as readonly WeekWindow[], weekdayNames(actor.language, 'short')),
  isExportedAsText: true,
  cellValue: (cell) => readWeekWindows(cell, (word) => DAYS.get(lettersOf(word))),
}

/** Every weekday by its names in all languages, and by the two letters of opening hours. */
const DAYS: ReadonlyMap<string, number> = new Map(
  [
    ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    ...LANGUAGES.flatMap((language) => [weekdayNames(language, 'short'), weekdayNames(language, 'long')]),
  ].flatMap((names) => names.map((name, at): [string, number] => [lettersOf(name), at + 1])),
)
