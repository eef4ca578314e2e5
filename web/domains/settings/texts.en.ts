/** The page of settings, in English. */
export const en = {
  find: 'Find a setting',
  none: 'No settings found.',
  about: {
    company: 'How customers, distributors and vendors see you, and the time zone of your business.',
    mail: 'The sender of e-mails.',
    access: 'Sign-in rules: who, from where, and for how long.',
    alerts: 'Alert levels of tanks without their own.',
    unexplained: 'Losses and rises that no delivery, weather or weekday explains.',
    services: 'Exchange rates and maps from other providers.',
    weather: 'Forecasts of use follow the weather at each tank.',
    retention: 'How long readings are kept.',
  },
}
