/** What the calls of the board answer. */
export const messages = {
  already_planned: 'Another round already brings this: {{rounds}}.',
  nothing_fits: 'None of it fits on this truck, or rounds bring it already.',
  nothing_to_arrange: 'A round needs a truck and at least one load to be arranged.',
  round_has_moved: 'Somebody changed this round in the meantime. The board shows it as it is now.',
}
