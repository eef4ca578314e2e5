/** Pages without a session other than the sign-in page: each needs more code than it does. */
const OTHER_PAGES =
  /^\/(session\/(setup|forgot_password|reset_password|lock_screen|sign-up|confirm_email)|users\/user_invite)(\/|$)/

/** Whether an address shows something without a session, the sign-in page aside. */
export function isOpenToVisitors(pathname: string): boolean {
  return OTHER_PAGES.test(pathname)
}

export function isSignInPage(pathname: string): boolean {
  return /^\/session\/login(\/|$)/.test(pathname)
}

/** The address of the sign-in page, with the encoded way back if it is worth keeping. */
export function signInAddress(way: string): string {
  const isWorthKeeping = way !== '/' && way !== '/dashboard'
  return `/session/login${isWorthKeeping ? `/${encodeURIComponent(way)}` : ''}`
}

/** The current address with query and hash: the way back after the sign-in. */
export function wayHere(): string {
  const { pathname, search, hash } = window.location
  return `${pathname}${search}${hash}`
}

/** The way back in the address of the sign-in page; undefined if absent or malformed. */
export function wayBack(pathname: string): string | undefined {
  try {
    const way = decodeURIComponent(pathname.replace(/^\/session\/login\/?/, ''))
    return /^\/(?![/\\])/.test(way) ? way : undefined
  } catch {
    // Truncated in the middle of a character, as a mail program may leave a link.
    return undefined
  }
}
