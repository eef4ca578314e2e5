/** Outcome of an event; `rule` and `said` give the reason if it does not count. */
export interface Judgement {
  outcome: 'applied' | 'conflict' | 'refused' | 'aside'
  rule: string | null
  said: string | null
}

export const APPLIED: Judgement = { outcome: 'applied', rule: null, said: null }
/** The plan has changed in the meantime; a person has to decide. */
export const conflict = (rule: string): Judgement => ({ outcome: 'conflict', rule, said: null })
export const refused = (rule: string): Judgement => ({ outcome: 'refused', rule, said: null })
