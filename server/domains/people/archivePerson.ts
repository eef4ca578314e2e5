import { sql } from 'kysely'
import { people } from '#core/domains/people/people.ts'
import { UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/refusal.ts'
import { checkedOperations } from '#server/resources/checkedOperations.ts'
import { removeRecord } from '#server/resources/operations.ts'
import { lockRecord } from '#server/resources/rows.ts'

/** Changes a person. @throws Refusal 409 if the person to archive has an active user or an unfinished round */
export const { update: updatePerson } = checkedOperations(people, async (context, { status }, current) => {
  if (current && status === 0 && current.status !== 0) await refuseActive(context, current.people_id)
})

/** Archives a person. @throws Refusal 409 if the person has an active user or an unfinished round */
export async function archivePerson(context: Context, id: number): Promise<void> {
  await lockRecord(context, people, id)
  await refuseActive(context, id)
  await removeRecord(context, people, id)
}

async function refuseActive({ db }: Context, people_id: number): Promise<void> {
  const { rows: users } = await sql`select from users where people_id = ${people_id} and status = 1`.execute(
    db,
  )
  if (users.length > 0) throw conflict('messages.person_signs_in')
  const { rows: rounds } = await sql<{ shipment_number: string }>`
    select shipment_number from shipment_planners
    where delivered_by = ${people_id} and status_id = any(${UNFINISHED_STATUSES}) limit 1`.execute(db)
  if (rounds[0]) throw conflict('messages.person_drives', { round: rounds[0].shipment_number })
}
