/** Validation messages of rounds on their day. */
export const rules = {
  outside_window: 'Arrives at {{found}}, after closing at {{limit}}',
  site_closed: 'No deliveries that day',
  small_drop: 'Gets {{found}}; the smallest drop is {{limit}}',
  near_position: 'Position unknown; times and distances are to the middle of ZIP code {{zip}}',
  over_shift: 'Returns at {{found}}, after the end of the shift at {{limit}}',
  hours_driving: '{{found}} of driving; {{limit}} are allowed before the next rest',
  hours_window: 'Ends {{found}} after coming on duty; {{limit}} are allowed',
  hours_break: '{{found}} of driving without a break; {{limit}} are allowed',
  hours_week: '{{found}} on duty in {{days}} days; {{limit}} are allowed',
  hours_reach: '{{found}} from the truck’s home; short haul ends at {{limit}}',
}

/** Response messages of the board. */
export const messages = {
  already_planned: 'Already on another round: {{rounds}}.',
  nothing_fits: 'Nothing fits on this truck, or everything is already on a round.',
  carried_in_the_way:
    'Nothing fits on this truck. It still carries {{products}} from an earlier round: enter that as returned when you finish a round, or place a load yourself with a reason.',
  nothing_to_arrange: 'Add a truck and at least one load first.',
  route_leave_at: 'Leave at {{time}} to arrive on time.',
  route_opens_at: 'Next delivery time: {{time}}.',
  route_without: 'Remove {{place}} to fix this.',
  route_other_driver: 'Move part of the round to another driver or day.',
  route_two_rounds: 'Split it into two rounds.',
  route_smallest: 'Deliver {{limit}}, or wait until there is room for it.',
  route_position: 'Set the position of the site.',
  round_has_moved: 'Another user changed this round. The board now shows the latest version.',
}
