import type { ResourceTexts } from '#core/resources/texts.ts'
import type { units_of_measure } from './units_of_measure.ts'

export const en = {
  units_of_measure: {
    label: 'Units of measure',
    single: 'Unit of measure',
    fields: { unit: 'Unit', unit_abbrev: 'Abbreviation' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof units_of_measure>,
}
