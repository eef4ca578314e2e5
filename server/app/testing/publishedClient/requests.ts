import createClient from 'openapi-fetch'
import type { paths } from 'published-api'

/**
 * Requests of a client that has only the published document: paths, parameters, bodies and responses are typed by openapi-typescript
 * (`publishedClient.test.ts` generates the types, compiles this and runs it).
 */
export async function makeRequests(baseUrl: string, token: string, company_id: number) {
  const client = createClient<paths>({
    baseUrl,
    headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${token}` },
  })
  const created = dataOf(await client.POST('/tags', { body: { tag: 'Written by a stranger', company_id } }))
  const tag_id: number = created.tag.tag_id
  const params = { path: { tag_id } }

  const listed = dataOf(await client.GET('/tags', { params: { query: { page_size: '0', sort: '-tag_id' } } }))
  const first: string | undefined = listed.tags[0]?.tag
  const total: number = listed.page?.total_records ?? 0

  const changed = dataOf(await client.PATCH('/tags/{tag_id}', { params, body: { tag: 'Written again' } }))
  const read = dataOf(await client.GET('/tags/{tag_id}', { params }))
  const history = dataOf(await client.GET('/tags/{tag_id}/history', { params }))
  const actions: string[] = history.audit_entries.map(({ action }) => action)
  const before: unknown = history.audit_entries[0]?.changes[0]?.before

  const many = dataOf(
    await client.PATCH('/tags/bulk', { body: { items: [{ id: tag_id }], changes: { company_id } } }),
  )
  const removed = dataOf(await client.DELETE('/tags/{tag_id}', { params }))
  const undo_id: number | null = removed.undo_id
  const undone = dataOf(await client.POST('/undo/{undo_id}', { params: { path: { undo_id: undo_id ?? 0 } } }))

  const refused = await client.POST('/tags', { body: { tag: '', company_id } })
  const rules: string[] | undefined = refused.error?.errors?.map(({ field, rule }) => `${field} ${rule}`)

  const { second_factor } = dataOf(await client.GET('/me/second_factor'))
  const { languages } = dataOf(await client.GET('/languages', { params: { query: { page_size: '0' } } }))
  const spanish = languages.find(({ language }) => language === 'es')
  const direction: 'ltr' | 'rtl' | undefined = spanish?.direction

  const stored = dataOf(
    await client.POST('/saved_views', {
      body: {
        resource: 'tags',
        name: 'Mine',
        state: { query: { search: 'again' }, columns: ['tag'], widths: { tag: 120 }, density: 'compact' },
      },
    }),
  )
  const density: 'compact' | 'normal' | 'roomy' = stored.saved_view.state.density

  return {
    ...{ first, total, actions, before, rules, direction, density },
    messages: [created.message, undone.message],
    names: [created.tag.tag, changed.tag.tag, read.tag?.tag],
    done: many.done,
    passkeys: second_factor.passkeys.length,
  }
}

/** The response to a request that is not refused. */
function dataOf<T>({ data, error }: { data?: T; error?: { message: string } }): T {
  if (data === undefined) throw new Error(error?.message ?? 'declined without a word')
  return data
}

/** Requests that the types refuse: a line that compiles fails the compilation. */
export function wrongRequests(client: ReturnType<typeof createClient<paths>>) {
  return [
    // @ts-expect-error There is no such path.
    () => client.GET('/tag'),
    // @ts-expect-error It cannot be put.
    () => client.PUT('/tags'),
    // @ts-expect-error A new tag requires a name.
    () => client.POST('/tags', { body: { company_id: 1 } }),
    // @ts-expect-error The id of a tag is a number.
    () => client.GET('/tags/{tag_id}', { params: { path: { tag_id: true } } }),
    // @ts-expect-error The response has no such field.
    async () => (await client.GET('/tags')).data?.devices,
  ]
}
