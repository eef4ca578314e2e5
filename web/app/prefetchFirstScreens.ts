import { INITIAL_ALERTS, initialTankCount } from '#web/domains/telemetry/device/initialCounts.ts'
import { prefetch } from '#web/platform/calls/api.ts'
import { firstRequestOf } from '#web/platform/calls/firstRequests.ts'
import { PHONE_MEDIA_QUERY } from '#web/platform/format/phone.ts'
import { storedUser } from '#web/platform/session/currentUser.ts'
import { readToken } from '#web/platform/session/token.ts'

let prefetchedToken: string | undefined

/** Once per session, requests what every first screen needs, and the first data of screens that are often opened directly. */
export function prefetchFirstScreens(): void {
  const token = readToken()
  if (token && token !== prefetchedToken) beginAll(window.location)
  prefetchedToken = token
}

function beginAll({ pathname, search }: Location): void {
  void prefetch('/user_defined_fields/known')
  const device = /^\/devices\/profile\/(\d{1,15})$/.exec(pathname)?.[1]
  if (device) void prefetch(`/devices/${device}`)
  const current = prefetch('/users/current')
  void prefetch('/environment')
  // Amounts that get their currency later move what follows.
  if (/^\/(order|customer|billing)/.test(pathname)) void prefetch('/currencies/marks')
  // Parameters filter the data of a screen.
  if (search !== '') return
  const first = firstRequestOf(pathname) ?? unopenedListOf(pathname)
  if (first) void prefetch(first)
  void beginReads(current, FIRST_READS[pathname === '/' ? '/dashboard' : pathname] ?? []).catch(() => {})
}

/** First requests of lists in a browser that has not opened them yet: a test compares it with them. */
const UNOPENED_LISTS: Readonly<Record<string, { path: string; onPhone: string; onDesktop: string }>> = {
  '/devices': {
    path: '/devices?status=active&search=&sort=urgency&page_num=1&page_size=25',
    onPhone:
      'battery,battery_voltage,company_id,connection_status,label,last_record_date,level,level_source,ports,public_id,site_id,upload_interval',
    onDesktop: 'company_id,label,last_record_date,level,level_source,ports,public_id,site_id,upload_interval',
  },
  '/orders': {
    path: '/transaction_documents?archived=0&search=&sort=-document_id&page_num=1&page_size=25',
    onPhone:
      'balance,company_id,document_date,document_number,document_type,due_date,grand_total,line_gallons,line_litres,line_place,line_products,status_id,wished_date',
    onDesktop:
      'balance,company_id,document_date,document_number,document_type,due_date,grand_total,line_gallons,line_litres,line_place,line_products,seller_id,status_id,wished_date',
  },
}

function unopenedListOf(address: string): string | undefined {
  const list = UNOPENED_LISTS[address]
  const fields = window.matchMedia(PHONE_MEDIA_QUERY).matches ? list?.onPhone : list?.onDesktop
  return list && fields && `${list.path}&fields=${encodeURIComponent(fields)}`
}

interface FirstRead {
  /** Without it the paths are requested at once. */
  permission?: string
  paths: () => readonly string[]
}

/** First requests of screens, by address: a test in a browser compares it with their requests. */
const FIRST_READS: Readonly<Record<string, readonly FirstRead[]>> = {
  '/dashboard': [
    { paths: () => ['/me/dashboard_widgets'] },
    { permission: 'devices.read', paths: pathsOfFleet },
  ],
  '/home': [{ paths: () => ['/devices/needing_someone?all=1&limit=7', '/deliveries?limit=20'] }],
  '/alerts': [
    {
      permission: 'devices.read',
      paths: () => [
        '/alerts?page_size=50&status=unacknowledged&page_num=1&sort=urgency',
        '/alerts?page_size=50&status=answered',
      ],
    },
  ],
  '/dispatch': [
    {
      permission: 'shipment_planners.read',
      paths: () => [
        '/units_of_measure?options=1',
        '/dispatch/rounds',
        '/dispatch/needs?page_size=50',
        '/dispatch/proposal',
      ],
    },
  ],
}

/** Without a stored user, a copy of the response is read: the session takes the response itself. */
async function beginReads(current: Promise<Response>, reads: readonly FirstRead[]): Promise<void> {
  for (const { permission, paths } of reads) {
    if (permission) {
      const { permissions } = storedUser() ?? (await (await current).clone().json()).user
      if (!permissions.includes(permission)) continue
    }
    for (const path of paths()) void prefetch(path)
  }
}

function pathsOfFleet(): string[] {
  const count = initialTankCount(window.matchMedia(PHONE_MEDIA_QUERY).matches)
  const { status, sort, page_size } = INITIAL_ALERTS
  return [
    '/devices/fleet_status',
    `/devices/needing_someone?limit=${count}`,
    `/alerts?status=${status}&sort=${sort}&page_size=${page_size}`,
  ]
}
