import { isRightToLeft, textLanguage } from '#core/platform/texts/locales.ts'
import { brandPalettes, neutralPalettes } from '#web/platform/palettes.ts'
import { storedUser } from '#web/platform/session/currentUser.ts'
import { readToken } from '#web/platform/session/token.ts'
import style from './firstPaint.css?inline'
import { showFailedStart } from './showFailedStart.ts'
import { isOpenToVisitors } from './signInAddress.ts'
import { en } from './texts/signInTexts.en.ts'
import { es } from './texts/signInTexts.es.ts'

/**
 * Page shown while the client loads: an image of the sign-in page, or the frame around every screen. The build inlines it
 * into the page, so it waits for nothing and imports only small modules. It is inert and hidden from screen readers.
 * `start.tsx` removes it as soon as the real screen is shown.
 */
function drawFirst(): void {
  const place = document.getElementById('first')
  if (!place) return
  const user = readToken() ? storedUser() : null
  const language = stored('ullage.language') ?? navigator.language.slice(0, 2)
  const look = user ? storedLook(user.user_id) : {}
  const [, , , , , , brand] = brandPalettes[user?.theme ?? 'default']
  const { gray, dark } = neutralPalettes
  const [ground, paper, line, field, text, dimmed, block] = isDark()
    ? [dark[8], dark[7], dark[4], dark[6], dark[0], dark[2], dark[6]]
    : [gray[0], '#fff', gray[3], '#fff', '#000', gray[6], gray[2]]
  for (const [name, color] of Object.entries({ brand, ground, paper, line, field, text, dimmed, block }))
    place.style.setProperty(`--first-${name}`, color)
  place.dir = look.isRightToLeft || isRightToLeft(language) ? 'rtl' : 'ltr'
  const textsOf = { en, es }[textLanguage(language)]
  place.innerHTML = `<style>${style}</style>${inside(textsOf.login, look.isMini === true)}${failed(textsOf.failure)}`
}

function inside(login: typeof en.login, isMini: boolean): string {
  if (readToken()) return frame(isMini)
  return isOpenToVisitors(window.location.pathname) ? '' : signInPage(login)
}

/** Shown only if the rest of the client did not load. */
function failed({ not_loaded, not_loaded_why, reload }: typeof en.failure): string {
  return `<div class="not-loaded" role="alert"><h2>${not_loaded}</h2><p>${not_loaded_why}</p><a class="button main" href="">${reload}</a></div>`
}

const MARK =
  '<svg viewBox="0 0 44 44"><rect x="9" y="3" width="26" height="38" rx="8" fill="none" stroke="currentColor" stroke-width="3"/>' +
  '<path d="M12 20c3.5-2.5 6.5-2.5 10 0s6.500 2.500 10 0v13a5 5 0 0 1-5 5H17a5 5 0 0 1-5-5z" fill="currentColor"/></svg>'

/** Must look like `LoginScreen`. */
function signInPage(t: typeof en.login): string {
  const passkey = 'PublicKeyCredential' in window ? `<div class="button">${t.ways.passkey}</div>` : ''
  const ways = stored('ullage.other_sign_ins')
    ? `${passkey}<div class="button">${t.ways.single_sign_on}</div><div class="button">${t.ways.scan}</div><p class="hint">${t.ways.badge_hint}</p>`
    : `<div class="link">${t.ways.other}</div>`
  return `<div class="sign-in"><div class="brand">${MARK}<div><b>Ullage</b><p>${t.promise}</p></div></div>
<div class="paper"><h2>${t.title}</h2><label>${t.username}<i></i></label><label>${t.password}<i></i></label>
<div class="check"><i></i>${t.remember}</div><div class="button main">${t.submit}</div>${ways}</div><div class="below"></div></div>`
}

/** Must look like `Layout`, with skeletons for the screen. */
function frame(isMini: boolean): string {
  const group = `<div>${'<i></i>'.repeat(4)}</div>`
  return `<div class="header">${MARK}<b>Ullage</b></div><div class="menu${isMini ? ' mini' : ''}">${group.repeat(4)}</div>
<div class="screen${isMini ? ' mini' : ''}"><i></i><i></i><i></i></div><div class="bar"></div>`
}

function isDark(): boolean {
  const scheme = stored('mantine-color-scheme-value')
  if (scheme === 'dark' || scheme === 'light') return scheme === 'dark'
  return window.matchMedia('(prefers-color-scheme: dark)').matches
}

function storedLook(user_id: number): { isRightToLeft?: boolean; isMini?: boolean } {
  try {
    return JSON.parse(stored(`ullage.kept.${user_id}.look`) ?? '{}')
  } catch {
    return {}
  }
}

/** A browser without storage throws. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** If the first script or one of its imports is missing, as after an upgrade, nothing else can report it. */
function reportMissingScript({ target }: Event): void {
  if (target instanceof HTMLScriptElement) showFailedStart()
}

drawFirst()
// Errors of elements do not bubble.
window.addEventListener('error', reportMissingScript, { capture: true })
