import { matchPath } from 'react-router'
import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import { screens as access } from '#web/domains/access/screens.tsx'
import { screens as alerts } from '#web/domains/alerts/screens.tsx'
import { screens as companies } from '#web/domains/companies/screens.tsx'
import { screens as dashboard } from '#web/domains/dashboard/screens.tsx'
import { screens as devices } from '#web/domains/devices/screens.tsx'
import { screens as dispatch } from '#web/domains/dispatch/screens.tsx'
import { screens as finance } from '#web/domains/finance/screens.tsx'
import { screens as help } from '#web/domains/help/screens.tsx'
import { screens as notifications } from '#web/domains/notifications/screens.tsx'
import { screens as orders } from '#web/domains/orders/screens.tsx'
import { screens as people } from '#web/domains/people/screens.tsx'
import { screens as prices } from '#web/domains/prices/screens.tsx'
import { screens as settings } from '#web/domains/settings/screens.tsx'
import { screens as shipments } from '#web/domains/shipments/screens.tsx'
import { screens as subscriptions } from '#web/domains/subscriptions/screens.tsx'
import { screens as tanks } from '#web/domains/tanks/screens.tsx'
import { screens as telemetry } from '#web/domains/telemetry/screens.tsx'
import { screens as tools } from '#web/domains/tools/screens.tsx'
import { screens as work_orders } from '#web/domains/work_orders/screens.tsx'
import { loadAllTexts } from '#web/platform/language.tsx'
import { loadInputs } from '#web/resources/form/LazySectionInputs.tsx'
import { recordAddressIn } from '#web/resources/recordAddressIn.ts'
import type { Screen } from '#web/resources/screen.ts'
import { loadTextsOf } from './texts/loadTexts.ts'

/** Screens that combine several domains. */
const app: readonly Screen[] = [
  { path: '/configuration', permission: 'configuration.read', loginTypes: STAFF },
  // Opens at one of its groups, counted from 1.
  { path: '/configuration/:id', permission: 'configuration.read', loginTypes: STAFF, isWithin: true },
  {
    path: '/users/my_profile',
    load: () => import('./profile/ProfileScreen.tsx').then((m) => m.ProfileScreen),
    loginTypes: ALL_LOGIN_TYPES,
  },
]

/**
 * The specification's route table as data: what each address shows, and to whom. Each domain declares its own. How the list or
 * the screen of a kind differs from the standard is in `kinds.ts`, which is fetched with the first of them.
 */
export const screens: readonly Screen[] = [
  ...app,
  ...showing(['daily'], alerts),
  ...showing(['daily', 'sales', 'deliveries'], companies),
  ...showing(['daily'], devices),
  ...showing(['daily', 'sales'], orders),
  ...showing(['daily', 'sales'], prices),
  ...people,
  ...notifications,
  ...access,
  ...showing(['daily', 'sales', 'deliveries'], shipments),
  ...showing(['daily', 'sales'], subscriptions),
  ...showing(['daily'], tanks),
  ...telemetry,
  ...showing(['daily'], work_orders),
  ...showing(['daily', 'sales'], finance),
  ...settings,
  ...showing(['daily'], dashboard),
  ...showing(['daily', 'deliveries'], dispatch),
  ...help,
  ...tools,
]

function showing(texts: NonNullable<Screen['texts']>, some: readonly Screen[]): Screen[] {
  return some.map((screen) => ({ texts, ...screen }))
}

/** Loads a part of a screen together with its texts and all kinds of record, which lists and forms look up by name. */
export async function withTexts<T>(part: Promise<T>, screen?: Screen): Promise<T> {
  const texts = screen?.texts ? loadTextsOf(...screen.texts) : loadAllTexts()
  const [fetched] = await Promise.all([part, import('./kinds.ts'), texts])
  return fetched
}

export const loadList = (screen: Screen) =>
  withTexts(
    import('#web/resources/record/StandardList.tsx').then((m) => m.StandardList),
    screen,
  )

export const loadRecord = (screen: Screen) =>
  withTexts(
    import('#web/resources/record/StandardRecord.tsx').then((m) => m.StandardRecord),
    screen,
  )

export function loadScreen(load: NonNullable<Screen['load']>, screen: Screen) {
  return screen.isFirst ? load() : withTexts(load(), screen)
}

/** Prefetches the code of the screen at an address. */
export async function fetchScreen(pathname: string): Promise<void> {
  const screen = screenAt(pathname)
  const isList = screen?.single && matchPath(screen.path, pathname)
  if (screen?.load && !isList) await loadScreen(screen.load, screen)
  else if (screen && isList) await loadList(screen)
  else if (screen?.resource) {
    // A new record is a form; a saved one is read first.
    if (!/\/\d+(\/|$)/.test(pathname)) void loadInputs().catch(() => {})
    await loadRecord(screen)
  }
}

function screenAt(pathname: string): Screen | undefined {
  return screens.find(
    ({ path, single }) => matchPath(path, pathname) || (single && matchPath(single, pathname)),
  )
}

/** The screen that shows one record of a kind, or a new one, and its address; undefined for a kind without one. */
export function recordScreen(name: string, id?: number): { screen: Screen; address: string } | undefined {
  const screen = screens.find(({ resource, shows }) => (resource ?? shows) === name)
  const path = screen?.single ?? (screen?.shows && screen.path)
  // A screen without new records has a required id.
  if (!screen || !path || (id === undefined && path.endsWith('/:id'))) return undefined
  return { screen, address: recordAddressIn(path, id, screen.path) }
}

/** The text key of a screen's title; for a kind of record, its name. */
export function titleKeyOf({ resource, shows, path }: Screen): string {
  const kind = resource ?? shows
  return kind ? `records.${kind}.label` : `screens.${path.slice(1)}`
}

/** The help module of an address. */
export function helpModuleOf(pathname: string): string {
  const screen = screenAt(pathname)
  return screen?.helpModule ?? screen?.permission?.split('.')[0] ?? 'general'
}
