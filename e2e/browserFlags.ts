import { findBrowser } from '../scripts/findBrowser.mjs'

/**
 * What the browser leaves out. Its own address bar is a page of its own, made for every window, and takes as long as
 * ours to begin: nobody sees it here. The last such list counts, so those that Playwright leaves out stand here too.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How the browser is started for every journey. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters and colors look the same on every machine: the pictures are compared.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  `--disable-features=${WITHOUT.join(',')}`,
]

/** The browser of all journeys; without one Playwright says which it misses. */
export const BROWSER = findBrowser()
