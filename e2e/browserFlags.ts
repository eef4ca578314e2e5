import { findBrowser } from '../scripts/findBrowser.mjs'

/**
 * Features that the browser leaves out. Its address bar is a separate page, loaded for every window, and takes as long as ours: it is
 * invisible here. The last such list counts, so those that Playwright leaves out are included.
 */
const DISABLED_FEATURES = [
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

/** Command-line options of the browser. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Text and colors look the same on every machine: screenshots are compared.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]

/** The browser of all journeys; without one Playwright reports which it misses. */
export const BROWSER = findBrowser()
