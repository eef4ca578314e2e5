import type { World } from '../world.ts'
import { Person } from './person.ts'

/** Hours of the day at which they look: twelve between 6:00 and 20:00. */
const VISIT_HOURS = Array.from({ length: 12 }, (_, look) => 6 + (look * 14) / 12)
/** Highest id that records have. */
const MAX_ID = 120
/** Names of the simulation's customers, tanks and accounts: each ends with the number of its tank. */
const NAMES = /\b(?:H-1(\d{3})|C-(\d+)|customer(\d+)@world\.example)\b/g

/**
 * Finds another customer's name in an answer.
 * @param own the number of the reader's own tank; undefined without one
 * @returns the first name of another customer
 */
export function findOthers(text: string, own?: number): string | undefined {
  for (const match of text.matchAll(NAMES)) {
    const number = match.slice(1).find((digits) => digits !== undefined)
    if (Number(number) !== own) return match[0]
  }
  return undefined
}

/** A user who reads everything that the product offers: lists, searches, histories, prints and single records, by any id. */
export class Onlooker extends Person {
  constructor(
    world: World,
    username: string,
    /** The paths of all calls that read. */
    private readonly paths: readonly string[],
    private readonly own?: number,
  ) {
    super(world, username)
    this.about = [username]
    world.witness.mayNotSee(username, (text) => findOthers(text, own))
  }

  live(): Promise<void> {
    const { world } = this
    const random = world.random.of(`looks of ${this.username}`)
    return this.everyDay(VISIT_HOURS, async () => {
      const path = random.pick(this.paths).replace(/\{\w+\}/g, () => String(random.whole(1, MAX_ID)))
      const query = random.pick(['', '?page_size=0', '?search=H-10', '?options=1', '?page_size=100'])
      const { status } = await this.call('GET', `${path}${query}`)
      world.books.count(status === 200 ? 'looks of others that show something' : 'looks of others in vain')
    })
  }

  /** Keeps a page open for the whole run: it receives no event of others' devices. */
  receiveNews(): Promise<never> {
    const { books, tanks } = this.world
    return this.receive('/live', (news) => {
      for (const id of devicesIn(news)) {
        const tank = tanks.find(({ ids }) => ids.device_id === id)
        books.count('devices in live news')
        if (tank?.number === this.own) continue
        const what = `${this.username} receives news of ${tank?.public_id ?? `device ${id}`}: ${news}`
        this.broken(8, "live news of another's device", what, [])
      }
    })
  }
}

/** The ids of devices in a live event. */
export function devicesIn(news: string): number[] {
  return [...news.matchAll(/"(?:device_ids|kind":"devices"[^}]*?"ids)":\[([\d,]+)\]/g)].flatMap(([, ids]) =>
    ids!.split(',').map(Number),
  )
}

/** The paths of all calls that read, from the published description of the API. */
export async function readPaths(world: World): Promise<string[]> {
  const { paths } = await world.get('/openapi.json', [])
  return Object.entries<Record<string, unknown>>(paths)
    .filter(([path, methods]) => 'get' in methods && !/authenticate|\/live$/.test(path))
    .map(([path]) => path.replace(/^\/api/, ''))
}
