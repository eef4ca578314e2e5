import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Resource } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'
import type { Density, ListAppearance } from '#web/resources/list/useListAppearance.ts'
import type { ListState } from '#web/resources/list/useListState.ts'

export interface ViewState {
  /** What the address of the list says. */
  query: Record<string, string>
  columns: readonly string[]
  widths: Readonly<Record<string, number>>
  density: Density
}

export interface SavedView {
  saved_view_id: number
  name: string
  state: ViewState
  is_shared: 0 | 1
  is_own: 0 | 1
  is_default: 0 | 1
}

/** The views of a list that the account has kept. The list begins with the one that was chosen for it. */
export function useSavedViews(resource: Resource, state: ListState, look: ListAppearance) {
  const client = useQueryClient()
  const key = ['saved_views', resource.name]
  const { data: views } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (
        await call<{ saved_views: SavedView[] }>('GET', `/saved_views?resource=${resource.name}`, undefined, {
          signal,
        })
      ).saved_views,
    staleTime: 5 * 60_000,
  })
  const current = views?.find(({ saved_view_id }) => String(saved_view_id) === state.savedView)
  const open = (view: SavedView) => {
    look.set(view.state)
    state.open({ ...view.state.query, saved_view: String(view.saved_view_id) })
  }

  const hasBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the views are first known.
  useEffect(() => {
    if (!views || hasBegun.current) return
    hasBegun.current = true
    const first = views.find(({ is_default }) => is_default === 1)
    // A link to a view brings its columns; an address that says something is not overruled.
    if (current) look.set(current.state)
    else if (first && state.isUntouched) open(first)
  }, [views])

  const onSuccess = () => client.invalidateQueries({ queryKey: key })
  const save = useMutation({
    mutationFn: ({
      id,
      ...values
    }: { id?: number } & Partial<Pick<SavedView, 'name' | 'is_shared' | 'state'>>) =>
      id === undefined
        ? call<{ saved_view: SavedView }>('POST', '/saved_views', { ...values, resource: resource.name })
        : call<{ saved_view: SavedView }>('PATCH', `/saved_views/${id}`, values),
    onSuccess,
  })
  const begin = useMutation({
    mutationFn: ({ saved_view_id: id, is_default }: SavedView) =>
      call('PATCH', `/saved_views/${id}/default`, { is_default: is_default === 1 ? 0 : 1 }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ saved_view_id: id }: SavedView) => call('DELETE', `/saved_views/${id}`),
    onSuccess,
  })
  const { columns, widths, density } = look
  const now: ViewState = { query: state.query, columns, widths, density }
  return {
    views: views ?? [],
    current,
    isChanged: current !== undefined && !isSame(current.state, now),
    now,
    open,
    save,
    begin,
    remove,
  }
}

export type SavedViews = ReturnType<typeof useSavedViews>

function isSame(one: ViewState, other: ViewState): boolean {
  const text = ({ query, columns, widths, density }: ViewState) =>
    JSON.stringify([Object.entries(query).sort(), columns, Object.entries(widths).sort(), density])
  return text(one) === text(other)
}
