import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { conflict } from '#server/platform/refusal.ts'
import { acceptChanges, refuseIssues } from '#server/resources/changes/validate.ts'
import { type Operations, removeRecord, updateRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

/** A unit may be renamed. Its measure and size are fixed, because documents contain quantities in it. */
export const unitOperations: Partial<Operations<typeof units_of_measure>> = {
  update: async (context, id, body) => {
    const current = await lockRecord(context, units_of_measure, id)
    const changes = acceptChanges(context, units_of_measure, body, current)
    const isOpen = current.measure === 'other'
    const fixed = isOpen ? [] : (['measure', 'factor'] as const)
    refuseIssues(
      fixed
        .filter((name) => name in changes && (changes[name] ?? null) !== current[name])
        .map((field) => ({ field, rule: 'fixed' })),
    )
    return updateRecord(context, units_of_measure, id, changes)
  },
  remove: async (context, id) => {
    const { code, measure } = await lockRecord(context, units_of_measure, id)
    if (code !== null || measure === 'system') throw conflict('messages.own_unit')
    await removeRecord(context, units_of_measure, id)
  },
}
