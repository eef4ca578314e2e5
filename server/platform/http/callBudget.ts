import ipaddr from 'ipaddr.js'
import { tooManyRequests } from '../refusal.ts'

interface Account {
  left: number
  at: number
}

/** Maximum number of callers; beyond, the oldest one is dropped, which only gives it a full bucket. */
const MAX_CALLERS = 50_000

/** Token bucket per caller: a burst of one minute's allowance, refilled evenly. Each server counts for itself. */
export class CallBudget {
  private readonly accounts = new Map<string, Account>()
  private readonly perMinute: number

  /** @param perMinute 0: unlimited. */
  constructor(perMinute: number) {
    this.perMinute = perMinute
  }

  /**
   * @param perMinute the allowance of this caller, if it is not the common one.
   * @returns the calls that are left and the seconds until the bucket is full again; undefined without a limit.
   * @throws Refusal 429 with the seconds until the next token.
   */
  take(
    who: string,
    perMinute = this.perMinute,
    now = Date.now(),
  ): { perMinute: number; left: number; fullIn: number } | undefined {
    const { accounts } = this
    if (perMinute === 0) return undefined
    const perSecond = perMinute / 60
    const known = accounts.get(who)
    const left = known ? Math.min(perMinute, known.left + ((now - known.at) / 1000) * perSecond) : perMinute
    if (left < 1) throw tooManyRequests(Math.max(1, Math.ceil((1 - left) / perSecond)))
    if (!known && accounts.size >= MAX_CALLERS) accounts.delete(accounts.keys().next().value!)
    accounts.set(who, { left: left - 1, at: now })
    return {
      perMinute,
      left: Math.floor(left - 1),
      fullIn: Math.ceil((perMinute - left + 1) / perSecond),
    }
  }
}

/** The owner of an address: a customer has 2^64 addresses of IPv6. */
export function ownerOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}
