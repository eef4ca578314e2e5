/** Under which the invitation of a person is kept. */
export const invitationKey = (people_id: number) => ['people', 'invite', people_id] as const
