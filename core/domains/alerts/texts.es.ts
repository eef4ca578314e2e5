import type { Translation } from '#core/platform/texts/translation.ts'
import type { en, messages as englishMessages, rules as englishRules } from './texts.en.ts'

export const es: Translation<typeof en> = {
  alerts: {
    label: 'Alertas',
    single: 'Alerta',
    fields: {
      device_id: 'Dispositivo',
      company_id: 'Empresa',
      port_number: 'Puerto',
      level: 'Alerta',
      status: 'Estado',
      level_source: 'Origen del nivel',
      value: 'Valor',
      opened_at: 'Abierta',
      closed_at: 'Cerrada',
      acknowledged_at: 'Confirmada',
      acknowledged_by: 'Confirmada por',
      note: 'Nota',
      snoozed_until: 'Pospuesta hasta',
      snooze_reason: 'Motivo para posponer',
    },
    choices: {
      level: {
        urgent: 'Urgente',
        sudden_loss: 'Pérdida repentina',
        overfill: 'Sobrellenado',
        mild: 'Moderada',
        offline: 'Sin conexión',
        battery_low: 'Batería baja',
        temperature: 'Temperatura',
        frozen_sensor: 'Sensor congelado',
        implausible_sensor: 'Lectura no creíble',
        unexplained_loss: 'Pérdida sin explicación',
        unexplained_rise: 'Subida sin explicación',
        use_stopped: 'Consumo detenido',
        sensor_drift: 'Sensor a la deriva',
      },
      level_source: { measured: 'Medido', estimated: 'Estimado' },
      status: { open: 'Abierta', acknowledged: 'Confirmada', snoozed: 'Pospuesta', closed: 'Cerrada' },
    },
    sections: {},
  },
}

export const rules: Translation<typeof englishRules> = {
  snooze_end: 'Debe estar dentro de los próximos {{days}} días',
}

export const messages: Translation<typeof englishMessages> = {
  alert_closed: 'Esta alerta ya se cerró.',
  alert_acknowledged: 'Alerta confirmada.',
  alert_snoozed: 'Alerta pospuesta.',
  alerts_acknowledged: 'Alertas confirmadas.',
  alerts_snoozed: 'Alertas pospuestas.',
}
