/** Texts about the day on the dashboard. */
export const en = {
  today: {
    rounds: 'Rounds today',
    finished: '{{count}} finished',
    drafts: '{{count}} not sent',
    delivered: 'Delivered today',
    of: 'of {{planned}}',
    late: 'Late stops',
    stops: '{{closed}} of {{count}} stops closed',
    owed: 'Open invoices',
    overdue: 'Overdue',
  },
}
