/** What becomes of an event; `rule` and `said` tell why it does not count. */
export interface Judgement {
  outcome: 'applied' | 'conflict' | 'refused' | 'aside'
  rule: string | null
  said: string | null
}

export const APPLIED: Judgement = { outcome: 'applied', rule: null, said: null }
/** The plan was changed meanwhile: a person has to say what is right. */
export const conflict = (rule: string): Judgement => ({ outcome: 'conflict', rule, said: null })
export const refused = (rule: string): Judgement => ({ outcome: 'refused', rule, said: null })
