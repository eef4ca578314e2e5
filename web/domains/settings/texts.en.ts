/** The page of settings, in English. */
export const en = {
  find: 'Find a setting',
  none: 'No setting has this in its name or description.',
  about: {
    company: 'What customers, distributors and vendors read about you, and the time zone of your business.',
    mail: 'Who the e-mails of this installation come from.',
    access: 'Who may sign in, from where, and for how long.',
    alerts: 'When a tank raises an alert, unless it has levels of its own.',
    unexplained: 'Losses and rises that no delivery, weather or weekday explains.',
    services: 'Exchange rates and maps of other providers.',
    weather: 'Forecasts of use follow the weather at each tank.',
    retention: 'How long readings are kept.',
  },
}
