import * as calls from '#core/domains/dispatch/calls.ts'
import { handleAll } from '#server/platform/handle.ts'
import { arrangeOnTruck, moveToTruck, planOnTruck, reorderStops, takeOffTruck } from './changeRounds.ts'
import { listNeeds } from './listNeeds.ts'
import { listRounds } from './listRounds.ts'

/** The dispatcher's board: what needs something on a day, and the rounds that bring it. */
export const dispatchCalls = handleAll('dispatch', calls, {
  listNeeds: {
    summary: 'What tanks and orders need of a day, most pressing first, each with its reason',
    run: (context, { query }) => listNeeds(context, query),
  },
  listRounds: {
    summary: 'The trucks, and the rounds of a day with what is on them and what is wrong or unwise',
    run: (context, { query }) => listRounds(context, query),
  },
  planLoads: {
    summary:
      'Put tanks and lines of orders on a truck’s day, all of them or none; refused for what another round brings already',
    run: (context, { body }) => planOnTruck(context, body),
  },
  moveLoads: {
    summary: 'Move loads of a draft to another truck or another day',
    run: (context, { body }) => moveToTruck(context, body),
  },
  takeOff: {
    summary: 'Take loads off a draft',
    run: (context, { body }) => takeOffTruck(context, body),
  },
  reorderRound: {
    summary: 'Give the stops of a draft another order',
    run: (context, { body }) => reorderStops(context, body),
  },
  arrangeRound: {
    summary: 'Arrange a whole draft anew in the compartments of its truck',
    run: (context, { body }) => arrangeOnTruck(context, body),
  },
})
