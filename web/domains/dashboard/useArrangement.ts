import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { arrangeDashboard } from '#core/domains/dashboard/calls.ts'
import {
  firstSize,
  isWidgetName,
  type OfferedWidget,
  type PlacedWidget,
  standardLayout,
  WIDGETS,
  type WidgetName,
} from '#core/domains/dashboard/widgets.ts'
import { request } from '#web/platform/calls/request.ts'
import { replaceUser, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { isSameLayout, type Layout, moveBy, placeAt, resizeBy } from './arrangement.ts'

/** The arrangement of the dashboard and its changes: nothing is stored before `save`. */
export function useArrangement(offered: readonly OfferedWidget[]) {
  const user = useUser()
  const standard = standardLayout(user.login_type_id, offered)
  const stored = storedLayout(user.dashboard_layout) ?? standard
  const [draft, setDraft] = useState<Layout | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const isSaved = useRef(false)
  const announce = useAnnounce(offered, setAnnouncement)
  const isOffered = (name: WidgetName) => offered.some(({ name_alias }) => name_alias === name)
  const layout = draft ?? stored
  const shown = layout.filter(({ widget }) => isOffered(widget))
  // Parts that are not offered now stay in place: the permission may return.
  const hidden = layout.filter(({ widget }) => !isOffered(widget))
  const change = (next: Layout, about: WidgetName, key: 'moved' | 'sized' | 'removed' | 'added') => {
    setDraft([...next, ...hidden])
    announce(next, about, key)
  }
  const save = useMutation({
    mutationFn: () =>
      request<typeof arrangeDashboard>('PATCH', '/me/dashboard_layout', {
        body: { dashboard_layout: isSameLayout(layout, standard) ? null : [...layout] },
      }),
    onSuccess: ({ user: saved }) => {
      isSaved.current = true
      replaceUser(saved)
      setDraft(null)
    },
  })
  return {
    shown,
    isArranging: draft !== null,
    isChanged: draft !== null && !isSameLayout(draft, stored),
    isStandard: isSameLayout(layout, standard),
    isSaved,
    announcement,
    missing: offered.filter(({ name_alias }) => !layout.some(({ widget }) => widget === name_alias)),
    begin: () => {
      isSaved.current = false
      setDraft(stored)
    },
    cancel: () => setDraft(null),
    toStandard: () => setDraft(standard),
    placeAt: (moved: WidgetName, at: WidgetName) => change(placeAt(shown, moved, at), moved, 'moved'),
    moveBy: (moved: WidgetName, places: number) => change(moveBy(shown, moved, places), moved, 'moved'),
    resizeBy: (name: WidgetName, columns: number, rows: number) =>
      change(resizeBy(shown, name, columns, rows), name, 'sized'),
    remove: (name: WidgetName) =>
      change(
        shown.filter(({ widget }) => widget !== name),
        name,
        'removed',
      ),
    add: (widget: OfferedWidget) => change([...shown, firstSize(widget)], widget.name_alias, 'added'),
    save,
  }
}

export type Arrangement = ReturnType<typeof useArrangement>

/** Announces a change to screen readers. */
function useAnnounce(offered: readonly OfferedWidget[], setAnnouncement: (text: string) => void) {
  const { t } = useTranslation()
  const title = useWidgetTitle()
  return (layout: Layout, about: WidgetName, key: string) => {
    const widget = offered.find(({ name_alias }) => name_alias === about)
    const place = layout.findIndex((part) => part.widget === about)
    const { columns, rows } = layout[place] ?? { columns: 0, rows: 0 }
    const what = widget ? title(widget) : about
    setAnnouncement(t(`dashboard.${key}`, { what, position: place + 1, total: layout.length, columns, rows }))
  }
}

/** The name of a part: by the language, unless this installation has renamed it. */
export function useWidgetTitle(): (widget: OfferedWidget) => string {
  const { t } = useTranslation()
  return ({ name_alias, name }) =>
    name === WIDGETS[name_alias].name ? t(`dashboard.widgets.${name_alias}`) : name
}

/** The stored layout without parts that this version does not know. */
function storedLayout(stored: unknown): PlacedWidget[] | null {
  if (!Array.isArray(stored)) return null
  return (stored as PlacedWidget[]).filter(({ widget }) => isWidgetName(widget))
}
