import { sql } from 'kysely'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { isStaff } from '#core/platform/loginTypes.ts'
import * as calls from '#core/resources/calls/viewCalls.ts'
import { kindNamed } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { invalid, notFound, notPermitted } from '#server/platform/refusal.ts'

/** Maximum number of views per list: more would be of no use. */
const MAX_VIEWS = 100

type SavedView = ResponseOf<typeof calls.listViews>['saved_views'][number]

const saved = { message: 'messages.saved', type: 'success' } as const

/** Saved views of lists: an account's own, and views that staff share within the company. */
export const savedViewCalls: Call[] = handleAll('saved_views', calls, {
  listViews: {
    summary: 'Your saved views of a list, and those shared within your company',
    run: async (context, { query }) => ({
      saved_views: await listViews(context, { resource: query.resource }),
    }),
  },
  keepView: {
    summary: 'Save a view of a list',
    run: async (context, { body }) => ({ saved_view: await keepView(context, body), ...saved }),
  },
  changeView: {
    summary: 'Change a view of your own',
    run: async (context, { params, body }) => ({
      saved_view: await changeView(context, params.saved_view_id, body),
      ...saved,
    }),
  },
  beginWithView: {
    summary: 'Set or unset this view as the one shown when you open its list',
    run: async (context, { params, body }) => ({
      saved_view: await beginWith(context, params.saved_view_id, body.is_default),
      ...saved,
    }),
  },
  removeView: {
    summary: 'Delete a view of your own',
    run: async (context, { params }) => {
      await requireOwn(context, params.saved_view_id)
      await sql`delete from saved_views where saved_view_id = ${params.saved_view_id}`.execute(context.db)
      return { message: 'messages.deleted', type: 'success' }
    },
  },
})

/** The views of the account: they belong to a user in a company, not to the user as such. */
async function listViews(
  { db, actor }: Context,
  { resource, id }: { resource?: string; id?: number },
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.saved_view_id, v.resource, v.name, v.state, v.is_shared,
      (v.user_id = ${actor.user_id})::int as is_own, (d.saved_view_id is not null)::int as is_default
    from saved_views v left join default_views d on d.saved_view_id = v.saved_view_id
      and d.user_id = ${actor.user_id} and d.company_id = ${actor.company_id}
    where v.company_id = ${actor.company_id} and (v.user_id = ${actor.user_id} or v.is_shared = 1)
      and v.resource = coalesce(${resource ?? null}, v.resource)
      and v.saved_view_id = coalesce(${id ?? null}, v.saved_view_id)
    order by lower(v.name), v.saved_view_id`.execute(db)
  return rows
}

async function readView(context: Context, id: number): Promise<SavedView> {
  const [view] = await listViews(context, { id })
  if (!view) throw notFound()
  return view
}

/** @throws Refusal 404 for a missing view; 405 for a shared view of another user. */
async function requireOwn(context: Context, id: number): Promise<void> {
  const view = await readView(context, id)
  if (!context.actor.canSave || !view.is_own) throw notPermitted()
}

function refuseSharing({ actor }: Context, is_shared: number | undefined): void {
  if (is_shared === 1 && !isStaff(actor.loginType)) throw notPermitted()
}

async function keepView(
  context: Context,
  { resource, name, state, is_shared }: Pick<SavedView, 'resource' | 'name' | 'state' | 'is_shared'>,
): Promise<SavedView> {
  const { db, actor } = context
  if (!actor.canSave) throw notPermitted()
  refuseSharing(context, is_shared)
  if (!kindNamed(resource)) throw invalid([{ field: 'resource', rule: 'choice' }])
  const ownViews = (await listViews(context, { resource })).filter(({ is_own }) => is_own)
  if (ownViews.length >= MAX_VIEWS) throw invalid([{ field: 'name', rule: 'too_many_views' }])
  const { rows } = await sql<{ saved_view_id: number }>`
    insert into saved_views (user_id, company_id, resource, name, state, is_shared)
    values (${actor.user_id}, ${actor.company_id}, ${resource}, ${name}, ${JSON.stringify(state)}, ${is_shared})
    returning saved_view_id`.execute(db)
  return readView(context, Number(firstOf(rows).saved_view_id))
}

async function changeView(
  context: Context,
  id: number,
  { name, state, is_shared }: Partial<Pick<SavedView, 'name' | 'state' | 'is_shared'>>,
): Promise<SavedView> {
  await requireOwn(context, id)
  refuseSharing(context, is_shared)
  await sql`update saved_views set name = coalesce(${name ?? null}, name),
      state = coalesce(${state ? JSON.stringify(state) : null}::jsonb, state),
      is_shared = coalesce(${is_shared ?? null}, is_shared), updated_at = ${context.now}
    where saved_view_id = ${id}`.execute(context.db)
  // A view that is no longer shared is not the default of others either.
  if (is_shared === 0) {
    await sql`delete from default_views where saved_view_id = ${id} and user_id <> ${context.actor.user_id}`.execute(
      context.db,
    )
  }
  return readView(context, id)
}

async function beginWith(context: Context, id: number, is_default: 0 | 1): Promise<SavedView> {
  const { db, actor } = context
  if (!actor.canSave) throw notPermitted()
  const { resource } = await readView(context, id)
  await sql`delete from default_views where user_id = ${actor.user_id} and company_id = ${actor.company_id}
    and resource = ${resource}`.execute(db)
  if (is_default === 1) {
    await sql`insert into default_views (user_id, company_id, resource, saved_view_id)
      values (${actor.user_id}, ${actor.company_id}, ${resource}, ${id})`.execute(db)
  }
  return readView(context, id)
}
