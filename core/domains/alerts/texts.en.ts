import type { ResourceTexts } from '#core/resources/texts.ts'
import type { alerts } from './alerts.ts'

export const en = {
  alerts: {
    label: 'Alerts',
    single: 'Alert',
    fields: {
      device_id: 'Device',
      company_id: 'Company',
      port_number: 'Port',
      level: 'Alert',
      status: 'Status',
      level_source: 'Level from',
      value: 'Value',
      opened_at: 'Opened',
      closed_at: 'Closed',
      acknowledged_at: 'Acknowledged',
      acknowledged_by: 'Acknowledged by',
      note: 'Note',
      snoozed_until: 'Snoozed until',
      snooze_reason: 'Reason for snoozing',
    },
    choices: {
      level: {
        urgent: 'Urgent',
        sudden_loss: 'Sudden loss',
        overfill: 'Overfill',
        mild: 'Mild',
        offline: 'Offline',
        battery_low: 'Low battery',
        temperature: 'Temperature',
        frozen_sensor: 'Frozen sensor',
        implausible_sensor: 'Implausible reading',
        unexplained_loss: 'Unexplained loss',
        unexplained_rise: 'Unexplained rise',
        use_stopped: 'Use stopped',
        sensor_drift: 'Sensor drift',
      },
      level_source: { measured: 'Measured', estimated: 'Estimated' },
      status: { open: 'Open', acknowledged: 'Acknowledged', snoozed: 'Snoozed', closed: 'Closed' },
    },
    sections: {},
  } satisfies ResourceTexts<typeof alerts>,
}

/** Validation messages. */
export const rules = {
  snooze_end: 'Must be within the next {{days}} days',
}

/** Response messages. */
export const messages = {
  alert_closed: 'This alert has already closed.',
  alert_acknowledged: 'Acknowledged.',
  alert_snoozed: 'Snoozed.',
  alerts_acknowledged: 'Alerts acknowledged.',
  alerts_snoozed: 'Alerts snoozed.',
}
