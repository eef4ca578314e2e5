import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type {
  beginWithView,
  changeView,
  keepView,
  listViews,
  removeView,
} from '#core/resources/calls/viewCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import type { ListAppearance } from '#web/resources/list/useListAppearance.ts'
import type { ListState } from '#web/resources/list/useListState.ts'

export type SavedView = ResponseOf<typeof listViews>['saved_views'][number]
export type ViewState = SavedView['state']

type NewView = Pick<SavedView, 'name' | 'is_shared' | 'state'>

const keyOf = (resource: Resource) => ['saved_views', resource.name]

/** The saved views of the account for a list. The list starts with its default view. */
export function useSavedViews(resource: Resource, state: ListState, appearance: ListAppearance) {
  const { data: views } = useQuery({
    queryKey: keyOf(resource),
    queryFn: reading<typeof listViews>('/saved_views', { query: { resource: resource.name } }),
    select: ({ saved_views }) => saved_views,
    staleTime: 5 * 60_000,
  })
  const current = views?.find(({ saved_view_id }) => String(saved_view_id) === state.savedView)
  const open = (view: SavedView) => {
    appearance.set(view.state)
    state.open({ ...view.state.query, saved_view: String(view.saved_view_id) })
  }

  useFirstView(views, (first) => {
    // A link to a view brings its columns; an address with parameters is not overridden.
    if (current) appearance.set(current.state)
    else if (first && state.isUntouched) open(first)
  })

  const changes = useViewChanges(resource)
  const { columns, widths, density } = appearance
  const now: ViewState = { query: state.query, columns: [...columns], widths, density }
  return {
    views: views ?? [],
    current,
    isChanged: current !== undefined && !isSame(current.state, now),
    now,
    open,
    ...changes,
  }
}

/** Starts with the default view. */
function useFirstView(
  views: readonly SavedView[] | undefined,
  start: (first: SavedView | undefined) => void,
) {
  const isInitialized = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the views are first known.
  useEffect(() => {
    if (!views || isInitialized.current) return
    isInitialized.current = true
    start(views.find(({ is_default }) => is_default === 1))
  }, [views])
}

/** Saves, deletes and sets as default the views of a list. */
function useViewChanges(resource: Resource) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: keyOf(resource) })
  const save = useMutation({
    mutationFn: (values: { id: number; state: ViewState } | NewView) =>
      'id' in values
        ? request<typeof changeView>('PATCH', '/saved_views/:saved_view_id', {
            params: { saved_view_id: values.id },
            body: { state: values.state },
          })
        : request<typeof keepView>('POST', '/saved_views', { body: { ...values, resource: resource.name } }),
    onSuccess,
  })
  const begin = useMutation({
    mutationFn: ({ saved_view_id: id, is_default }: SavedView) =>
      request<typeof beginWithView>('PATCH', '/saved_views/:saved_view_id/default', {
        params: { saved_view_id: id },
        body: { is_default: is_default === 1 ? 0 : 1 },
      }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ saved_view_id: id }: SavedView) =>
      request<typeof removeView>('DELETE', '/saved_views/:saved_view_id', { params: { saved_view_id: id } }),
    onSuccess,
  })
  return { save, begin, remove }
}

export type SavedViews = ReturnType<typeof useSavedViews>

function isSame(one: ViewState, other: ViewState): boolean {
  const text = ({ query, columns, widths, density }: ViewState) =>
    JSON.stringify([Object.entries(query).sort(), columns, Object.entries(widths).sort(), density])
  return text(one) === text(other)
}
