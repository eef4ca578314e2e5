/** Unsaved input: only the changed fields. */
export interface Draft {
  /** When it was last typed, as an instant. */
  at: string
  /** The record's `updated_at` when editing began; null for a new one. */
  updated_at: string | null
  values: Readonly<Record<string, unknown>>
}

const PREFIX = 'ullage.draft.'
const MAX_AGE_MS = 7 * 86_400_000
/** Longer texts are not typed by hand, and would displace other drafts, characters. */
const MAX_LENGTH = 200_000

/** The key of a draft. An impersonator does not touch the user's own drafts. */
export function draftKey(user: { user_id: number; impersonated_by: object | null }, place: string): string {
  return `${PREFIX}${user.user_id}${user.impersonated_by ? '-as' : ''}.${place}`
}

/** The draft at a key; null if it is older than a week or unreadable. */
export function readDraft(key: string): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (draft && Date.now() - Date.parse(draft.at) < MAX_AGE_MS) return draft
  } catch {
    // Unreadable.
  }
  localStorage.removeItem(key)
  return null
}

/** Stores a draft in this browser; without space for it, the form still has the input. */
export function saveDraft(key: string, draft: Draft): void {
  const text = JSON.stringify(draft)
  if (text.length > MAX_LENGTH) return
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is full: older data stays.
  }
}

export function removeDraft(key: string): void {
  localStorage.removeItem(key)
}
