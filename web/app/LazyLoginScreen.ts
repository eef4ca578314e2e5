import { lazy } from 'react'

/** Fetches the sign-in page, which signed-in users do not need. */
export const loadLoginScreen = () => import('#web/domains/access/signIn/LoginScreen.tsx')

export const LoginScreen = lazy(() => loadLoginScreen().then((m) => ({ default: m.LoginScreen })))
