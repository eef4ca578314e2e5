/** Pages before the door that are not the door: each needs more than the door does. */
const OTHER_PAGES =
  /^\/(session\/(setup|forgot_password|reset_password|lock_screen|sign-up|confirm_email)|users\/user_invite)(\/|$)/

/** Whether an address shows something to who is not signed in, beside the door. */
export function isOpenToVisitors(pathname: string): boolean {
  return OTHER_PAGES.test(pathname)
}

export function isSignInPage(pathname: string): boolean {
  return /^\/session\/login(\/|$)/.test(pathname)
}

/** The address of the door; the way back is kept in it, encoded, where it is worth keeping. */
export function signInAddress(way: string): string {
  const isWorthKeeping = way !== '/' && way !== '/dashboard'
  return `/session/login${isWorthKeeping ? `/${encodeURIComponent(way)}` : ''}`
}

/** Where the browser is, with all that its address says: what the door leads back to. */
export function wayHere(): string {
  const { pathname, search, hash } = window.location
  return `${pathname}${search}${hash}`
}

/** The way back that the address of the door keeps; nothing where it keeps none, or none that can be read. */
export function wayBack(pathname: string): string | undefined {
  try {
    const way = decodeURIComponent(pathname.replace(/^\/session\/login\/?/, ''))
    return /^\/(?![/\\])/.test(way) ? way : undefined
  } catch {
    // Cut off in the middle of a letter, as a mail program may leave a link.
    return undefined
  }
}
