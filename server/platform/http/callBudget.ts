import ipaddr from 'ipaddr.js'
import { tooManyRequests } from '../refusal.ts'

interface Account {
  left: number
  at: number
}

/** The rest of an allowance. */
interface Budget {
  perMinute: number
  left: number
  /** Seconds until it is full again. */
  fullIn: number
  /** Seconds until the next call; only of a call that is refused. */
  retryAfter?: number
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
   * Takes a call from the allowance of a caller.
   * @param perMinute the allowance of this caller, if it is not the common one.
   * @returns undefined without a limit.
   */
  count(who: string, perMinute = this.perMinute, now = Date.now()): Budget | undefined {
    const { accounts } = this
    if (perMinute === 0) return undefined
    const perSecond = perMinute / 60
    const known = accounts.get(who)
    const before = known ? Math.min(perMinute, known.left + ((now - known.at) / 1000) * perSecond) : perMinute
    const isRefused = before < 1
    const left = isRefused ? before : before - 1
    if (!isRefused) {
      if (!known && accounts.size >= MAX_CALLERS) {
        const [oldest] = accounts.keys()
        if (oldest !== undefined) accounts.delete(oldest)
      }
      accounts.set(who, { left, at: now })
    }
    return {
      perMinute,
      left: Math.floor(left),
      fullIn: Math.ceil((perMinute - left) / perSecond),
      ...(isRefused && { retryAfter: Math.max(1, Math.ceil((1 - left) / perSecond)) }),
    }
  }

  /** Takes a token. @throws Refusal 429 with the seconds until the next token. */
  take(who: string, perMinute?: number, now?: number): void {
    const retryAfter = this.count(who, perMinute, now)?.retryAfter
    if (retryAfter !== undefined) throw tooManyRequests(retryAfter)
  }
}

/** The owner of an address: a customer has 2^64 addresses of IPv6. */
export function ownerOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}
