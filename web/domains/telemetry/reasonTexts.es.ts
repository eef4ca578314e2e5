import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './reasonTexts.en.ts'

/** The reasons of a forecast, in Spanish. */
export const es: Translation<typeof en> = {
  because: {
    level: 'Consumo constante.',
    weekdays: 'Sigue la semana: más el {{most}}, menos el {{least}}.',
    grows: 'El consumo crece un {{percent}} por semana.',
    falls: 'El consumo baja un {{percent}} por semana.',
    degree_days_gal: 'Sigue el frío: {{k}} grados día por galón.',
    degree_days_L: 'Sigue el frío: {{k}} grados día por litro.',
    no_cold: 'Sigue el clima, pero el consumo apenas sube con el frío.',
    last_year: 'Sigue las mismas semanas del año pasado.',
    on_off: 'Se usa de vez en cuando, cada {{days}} días aproximadamente.',
    campaigns: 'Se usa por temporadas: unos {{on}} días con consumo y {{off}} sin él.',
    borrowed_one: 'Aún hay pocos datos: se basa en {{count}} tanque similar.',
    borrowed_other: 'Aún hay pocos datos: se basa en {{count}} tanques similares.',
    colder: 'La próxima semana será más fría que la pasada.',
    warmer: 'La próxima semana será más cálida que la pasada.',
    as_cold: 'La próxima semana será casi tan fría como la pasada.',
    cold_measured: 'Usa la temperatura medida por el dispositivo.',
    began: 'El consumo empezó el {{date}}.',
    stopped: 'El consumo cesó el {{date}}.',
    doubled: 'El consumo se duplicó el {{date}}.',
    halved: 'El consumo se redujo a la mitad el {{date}}.',
    changed: 'Desde el {{date}} el consumo es el {{percent}} del anterior.',
  },
}
