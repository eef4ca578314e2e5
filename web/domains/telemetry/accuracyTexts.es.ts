import type { Translation } from '#core/platform/translation.ts'
import type { en } from './accuracyTexts.en.ts'

/** Lo que se dice de la precisión de los pronósticos, en español. */
export const es: Translation<typeof en> = {
  filling:
    'Se vuelven a hacer los pronósticos del último año, cada uno con lo que se sabía en su día, y se comparan con lo que ocurrió. Las cifras crecen hasta que termine.',
  intro_one:
    '{{count, number}} pronóstico cuyo plazo ha llegado desde el {{date}}, como mucho uno por semana de cada tanque y nivel. Cuenta el día en que el consumo, sin contar las entregas, había pasado el nivel.',
  intro_other:
    '{{count, number}} pronósticos cuyo plazo ha llegado desde el {{date}}, como mucho uno por semana de cada tanque y nivel. Cuenta el día en que el consumo, sin contar las entregas, había pasado el nivel.',
  none: 'Ningún pronóstico ha llegado aún a su fin',
  none_until_one:
    '{{count, number}} pronóstico espera a que llegue su día; el primero se comparará con lo ocurrido el {{date}}.',
  none_until_other:
    '{{count, number}} pronósticos esperan a que llegue su día; el primero se comparará con lo ocurrido el {{date}}.',
  none_help:
    'De cada tanque se guarda un pronóstico al día, y se compara con lo ocurrido cuando ha pasado todo su intervalo.',
  key: {
    inside: 'Acabó dentro del intervalo',
    before_low: 'Acabó antes del extremo bajo',
    median_error: 'La mitad acertó, a dos semanas, con',
  },
  should: {
    inside: 'El intervalo promete un 80 %.',
    before_low: 'El intervalo admite un 10 %: estos se agotaron sin aviso.',
    median_error: 'Días entre lo dicho y lo ocurrido.',
  },
  months: 'El último mes {{now}}, el mes anterior {{before}}',
  no_months: 'Aún no hay meses suficientes para comparar',
  calibration: 'Lo dicho frente a lo ocurrido',
  calibration_help:
    'De los días antes de los cuales debía acabar el 10, el 50 y el 90 %, ¿cuánto acabó? En la línea discontinua los pronósticos cumplen; por encima, los tanques acaban antes de lo dicho.',
  said: 'Dicho',
  happened: 'Ocurrido',
  by_distance: 'Por distancia',
  by_distance_help: 'Según lo lejos que los propios pronósticos decían que estaba el final.',
  distance: 'Pronosticado',
  distances: { week: 'a una semana', two_weeks: 'a dos semanas', month: 'a un mes' },
  by_model: 'Por tipo de consumo',
  by_model_help:
    'Según la explicación más creída cuando se hizo el pronóstico. Días: de los pronósticos a dos semanas.',
  model: 'Consumo',
  models: {
    level: 'constante',
    weekdays: 'según el día de la semana',
    trend: 'creciente o decreciente',
    degree_days: 'según el frío',
    last_year: 'como el año pasado',
    on_off: 'de vez en cuando',
    campaigns: 'por temporadas',
    borrowed: 'como los tanques de su tipo',
  },
  worst: 'Los más difíciles de prever',
  worst_help:
    'Los tanques cuyos pronósticos hasta cinco semanas se alejaron más, de los que tienen cuatro o más. Busque un sensor que deriva, un consumo que nadie planeó o un tanque mal configurado.',
  no_worst: 'Ningún tanque tiene aún cuatro pronósticos que hayan llegado a su fin.',
  tank: 'Tanque',
  columns: {
    forecasts: 'Pronósticos',
    median_error: 'La mitad, con',
    inside: 'Dentro del intervalo',
    before_low: 'Antes del extremo bajo',
  },
  days: '{{days}} d',
  of_tank: {
    week: 'De los últimos {{count}} pronósticos a una semana, la mitad acertó con {{days}} días; {{inside}} dentro del intervalo.',
    two_weeks:
      'De los últimos {{count}} pronósticos a dos semanas, la mitad acertó con {{days}} días; {{inside}} dentro del intervalo.',
    month:
      'De los últimos {{count}} pronósticos a un mes, la mitad acertó con {{days}} días; {{inside}} dentro del intervalo.',
  },
}
