/** What is said when a round breaks one of the rules of its day. */
export const rules = {
  outside_window: 'Would be reached at {{found}}, after it closes at {{limit}}',
  site_closed: 'Takes no deliveries that day',
  small_drop: 'Would get {{found}}; its smallest drop is {{limit}}',
  over_shift: 'Would be back at {{found}}, after the shift ends at {{limit}}',
  hours_driving: 'Would be {{found}} at the wheel; {{limit}} are allowed before the next rest',
  hours_window: 'Would end {{found}} after coming on duty; {{limit}} are allowed',
  hours_break: 'Would drive {{found}} without a break; {{limit}} are allowed',
  hours_week: 'Would be {{found}} on duty in {{days}} days; {{limit}} are allowed',
  hours_reach: 'Is {{found}} from the truck’s home; short haul ends at {{limit}}',
}

/** What the calls of the board answer. */
export const messages = {
  already_planned: 'Another round already brings this: {{rounds}}.',
  nothing_fits: 'None of it fits on this truck, or rounds bring it already.',
  nothing_to_arrange: 'A round needs a truck and at least one load to be arranged.',
  route_leave_at: 'Leaving at {{time}} would be in time.',
  route_opens_at: 'It takes deliveries again {{time}}.',
  route_without: 'Without {{place}} it would be right.',
  route_other_driver: 'Give a part of it to another driver or another day.',
  route_two_rounds: 'Divide it into two rounds.',
  route_smallest: 'Bring {{limit}}, or come when there is room for it.',
  round_has_moved: 'Somebody changed this round in the meantime. The board shows it as it is now.',
}
