import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './accuracyTexts.en.ts'

/** Lo que se dice de la precisión de los pronósticos, en español. */
export const es: Translation<typeof en> = {
  accuracy: {
    filling:
      'Los pronósticos del último año se recalculan con los datos de cada día y se comparan con lo ocurrido. Las cifras están incompletas hasta que termine.',
    intro_one:
      '{{count, number}} pronóstico cuyo plazo ha llegado desde el {{date}}, como mucho uno por semana de cada tanque y nivel. Se compara con el día en que el consumo, sin entregas, alcanzó el nivel.',
    intro_other:
      '{{count, number}} pronósticos cuyo plazo ha llegado desde el {{date}}, como mucho uno por semana de cada tanque y nivel. Se comparan con el día en que el consumo, sin entregas, alcanzó el nivel.',
    none: 'Ningún pronóstico ha llegado aún a su plazo',
    none_until_one:
      '{{count, number}} pronóstico aún no llega a su plazo. El primero se comparará el {{date}}.',
    none_until_other:
      '{{count, number}} pronósticos aún no llegan a su plazo. El primero se comparará el {{date}}.',
    none_help:
      'De cada tanque se guarda un pronóstico al día, y se compara con lo ocurrido cuando ha pasado su intervalo.',
    key: {
      inside: 'Dentro de los días previstos',
      before_low: 'Antes de lo previsto',
      median_error: 'Diferencia habitual, a dos semanas',
    },
    should: {
      inside:
        'La parte de los tanques que llegó al nivel dentro de los días previstos. Lo correcto es cerca del 80 %.',
      before_low:
        'La parte de los tanques que llegó al nivel antes del primero de esos días, sin aviso. Lo correcto es cerca del 10 %.',
      median_error:
        'La mitad de los pronósticos hechos dos semanas antes falló el día por menos de esto, la mitad por más.',
    },
    months: 'El último mes {{now}}, el mes anterior {{before}}',
    no_months: 'Aún no hay meses suficientes para comparar',
    calibration: 'Pronóstico y realidad',
    calibration_help:
      'De los tanques que debían agotarse con un 10, 50 y 90 % de probabilidad, ¿cuántos se agotaron? En la línea discontinua los pronósticos son correctos; por encima, los tanques se agotan antes de lo previsto.',
    said: 'Pronóstico',
    happened: 'Realidad',
    by_distance: 'Por distancia',
    by_distance_help: 'Según la anticipación del pronóstico.',
    distance: 'Pronosticado',
    distances: { week: 'a una semana', two_weeks: 'a dos semanas', month: 'a un mes' },
    by_model: 'Por tipo de consumo',
    by_model_help:
      'Según la explicación más probable cuando se hizo el pronóstico. Días: de los pronósticos a dos semanas.',
    model: 'Consumo',
    models: {
      level: 'constante',
      weekdays: 'según el día de la semana',
      trend: 'creciente o decreciente',
      degree_days: 'según el frío',
      last_year: 'como el año pasado',
      on_off: 'de vez en cuando',
      campaigns: 'por temporadas',
      borrowed: 'como tanques similares',
    },
    worst: 'Los más difíciles de prever',
    worst_help:
      'Los tanques cuyos pronósticos hasta cinco semanas se desviaron más, de los que tienen cuatro o más. Busque un sensor a la deriva, un consumo no planeado o un tanque mal configurado.',
    no_worst: 'Ningún tanque tiene aún cuatro pronósticos que hayan llegado a su plazo.',
    tank: 'Tanque',
    columns: {
      forecasts: 'Pronósticos',
      median_error: 'Diferencia habitual',
      inside: 'Dentro de los días previstos',
      before_low: 'Antes de lo previsto',
    },
    days: '{{days}} d',
  },
}
