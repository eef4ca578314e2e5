import ipaddr from 'ipaddr.js'
import { tooManyRequests } from './refusal.ts'

interface Account {
  left: number
  at: number
}

/** So many are known at once; beyond, whoever came first is forgotten, which does them a favour. */
const LARGEST = 50_000

/**
 * How many calls somebody may make: as many at once as in a minute, and then as they come back, evenly. Each server
 * counts for itself.
 */
export class CallBudget {
  private readonly accounts = new Map<string, Account>()
  private readonly perMinute: number

  /** @param perMinute 0: as many as they like. */
  constructor(perMinute: number) {
    this.perMinute = perMinute
  }

  /** @throws Refusal 429 that says after how many seconds there is one again. */
  take(who: string, now = Date.now()): void {
    const { accounts, perMinute } = this
    if (perMinute === 0) return
    const perSecond = perMinute / 60
    const known = accounts.get(who)
    const left = known ? Math.min(perMinute, known.left + ((now - known.at) / 1000) * perSecond) : perMinute
    if (left < 1) throw tooManyRequests(Math.max(1, Math.ceil((1 - left) / perSecond)))
    if (!known && accounts.size >= LARGEST) accounts.delete(accounts.keys().next().value!)
    accounts.set(who, { left: left - 1, at: now })
  }
}

/** Whose address this is: of the newer kind each customer has 2 to the power of 64 of them. */
export function ownerOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}
