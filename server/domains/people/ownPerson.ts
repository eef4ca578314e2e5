import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'

/** @throws Refusal 404 for a session without a person. */
export function ownPersonId({ actor }: Context): number {
  if (actor.people_id === null) throw notFound()
  return actor.people_id
}

/** Users see their own person with an account in any company, and no one else this way. */
export function asOwnPerson(context: Context): Context {
  const { actor } = context
  return {
    ...context,
    actor: {
      ...actor,
      loginType: 'employee',
      permissions: new Set(['people.read', 'people.update']),
      companies: 'all',
      limits: { people: [actor.people_id ?? 0] },
    },
  }
}
