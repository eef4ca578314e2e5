import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  units_of_measure: {
    label: 'Unidades de medida',
    single: 'Unidad de medida',
    fields: { unit: 'Unidad', unit_abbrev: 'Abreviatura' },
    choices: {},
    sections: {},
  },
}
