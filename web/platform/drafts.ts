/** What somebody typed and has not saved: only the fields that he changed. */
export interface Draft {
  /** When he typed it last, as an instant. */
  at: string
  /** What the record said of its last change when he began; null for a new one. */
  updated_at: string | null
  values: Readonly<Record<string, unknown>>
}

const PREFIX = 'ullage.draft.'
const KEPT_FOR = 7 * 86_400_000
/** More is no text that somebody typed, and would crowd out everything else. */
const LONGEST = 200_000

/** Where a draft lies. Whoever acts as another leaves that one's own drafts alone. */
export function draftKey(user: { user_id: number; impersonated_by: object | null }, place: string): string {
  return `${PREFIX}${user.user_id}${user.impersonated_by ? '-as' : ''}.${place}`
}

/** What is kept at a place; nothing when it is older than a week or cannot be read. */
export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    if (draft && Date.now() - Date.parse(draft.at) < KEPT_FOR) return draft
  } catch {
    // What cannot be read is no draft.
  }
  localStorage.removeItem(key)
  return null
}

/** Keeps a draft in this browser; where there is no room for it, the form still holds it. */
export function saveDraft(key: string, draft: Draft): void {
  const text = JSON.stringify(draft)
  if (text.length > LONGEST) return
  try {
    localStorage.setItem(key, text)
  } catch {
    // Full: what is older stays.
  }
}

export function removeDraft(key: string): void {
  localStorage.removeItem(key)
}
