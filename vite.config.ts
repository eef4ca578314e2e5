import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

/** Modules whose path contains a text, with any path separator. */
const files = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source.replaceAll('\\/', '[\\\\/]')).join('|'))

/**
 * Modules that are fetched together share a part. There are few parts of similar size: each costs a slow phone a round trip, and all share
 * its bandwidth. First the calls; then the libraries of every screen, which stay cached across releases; then the sign-in page; then the
 * shell with its first screen. Anything not named here is fetched with the first screen that uses it. `scripts/checkBundle.mjs` holds the
 * budgets.
 */
const CHUNKS = [
  // Runs first, so that calls are in flight while the rest is parsed.
  {
    name: 'calls',
    priority: 5,
    test: files(
      /web\/(app\/prefetchFirstScreens|platform\/(\w+\/)?(api|currentUser|firstRequests|phone|token)|domains\/telemetry\/device\/initialCounts)\.ts|vite\/preload-helper/,
    ),
  },
  { name: 'react', priority: 4, test: files(/node_modules\/(react|react-dom|scheduler)\//) },
  {
    name: 'ui',
    priority: 3,
    test: files(
      /node_modules\/i18next\//,
      /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes|icons\/IconBuilding\.)|@mantine\/core\/esm\/(core|components\/(ActionIcon|Alert|Anchor|Button|Center|Checkbox|CloseButton|FloatingIndicator|Group|Image|Input|InputBase|Loader|Paper|PasswordInput|SegmentedControl|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden))\//,
    ),
  },
  {
    name: 'entry',
    priority: 3,
    test: files(
      /web\/(app\/(\w+\/)?(App|AppEntry|PartErrorBoundary|ScreenLoading|signInTexts\.en|signInAddress|loadShell)\.tsx?|platform\/(\w+\/)?(session|lock|idle|language|palettes|theme|fetchEnvironment|firstScreenOf|keyboardReader|signInPreferences|signingIn|useKeyboardReader|usePageTitle)\.tsx?|ui\/(Form|lazyPart)\.tsx|domains\/access\/signIn\/(ProductLogo|Brand)\.tsx?|resources\/scan\/(LazyScanDialog|ScanRefused)\.tsx?)|core\/platform\/texts\/locales\.ts|core\/domains\/access\/badges\.ts/,
    ),
  },
  {
    name: 'sign-in',
    priority: 2.5,
    test: files(/web\/domains\/access\/signIn\/LoginScreen\.tsx/),
  },
  // About the size of the others: a larger part would arrive last.
  {
    name: 'router',
    priority: 2,
    test: files(
      /node_modules\/(react-router|cookie|set-cookie-parser|eventsource-parser|@tanstack\/(react-query|query-core))\//,
    ),
  },
  {
    name: 'frame',
    priority: 2,
    test: files(
      /@mantine\/core\/esm\/(utils\/Floating|components\/(AppShell|Avatar|Badge|Box|Burger|Collapse|FocusTrap|Menu|Modal|ModalBase|NavLink|Notification|Overlay|Popover|Portal|OptionalPortal|ScrollArea|SimpleGrid|Skeleton|ThemeIcon|Tooltip))\//,
    ),
  },
  {
    // Also code shared by several screens, such as amounts and icons, so that no screen loads another one for it.
    name: 'shell',
    priority: 2,
    test: files(
      /core\/(domains\/(access\/permissionTexts|dashboard\/widgets|devices\/placeName|tanks\/(correctedGroups|room)|telemetry\/connections\/decoders\/models)|platform\/(modules|numbers\/units|lists\/findOrThrow|recordOf|texts\/(localeNames|mergeTexts)))\.ts/,
      /tabler\/icons-react\/dist\/esm\/icons\/Icon(AlertCircle|Check|ChevronDown|CircleCheck|ClockExclamation|Dots|Filter|LayoutGrid)\./,
      /web\/app\/(texts\/placeTexts\.ts|(\w+\/)?(Shell|ScreenRoutes|SignedInRoutes|LockBoundary|Layout|SideMenu|UserMenu|screens|menu)\.tsx?)/,
      /web\/domains\/(\w+\/screens\.|telemetry\/(level\/(LevelBadge|LevelBar\.module|useEstimateFormat)|tank\/(NextDelivery|ProductDot|fillAddress))\.)/,
      /web\/(resources\/(form\/LeaveGuard\.tsx|kinds\/useMoney\.ts|list\/useTotal\.ts)|ui\/(ShortOnPhone\.module\.css|WhenSeen\.tsx|useDeferredCount\.ts))/,
    ),
  },
  { name: 'first-english', priority: 1.5, test: files(/web\/app\/texts\/firstEnglish\.ts/) },
  { name: 'first-spanish', priority: 1.5, test: files(/web\/app\/texts\/firstSpanish\.ts/) },
  { name: 'daily-english', priority: 1.4, test: files(/web\/app\/texts\/dailyEnglish\.ts/) },
  { name: 'daily-spanish', priority: 1.4, test: files(/web\/app\/texts\/dailySpanish\.ts/) },
  { name: 'sales-english', priority: 1.35, test: files(/web\/app\/texts\/salesEnglish\.ts/) },
  { name: 'sales-spanish', priority: 1.35, test: files(/web\/app\/texts\/salesSpanish\.ts/) },
  { name: 'deliveries-english', priority: 1.35, test: files(/web\/app\/texts\/deliveriesEnglish\.ts/) },
  { name: 'deliveries-spanish', priority: 1.35, test: files(/web\/app\/texts\/deliveriesSpanish\.ts/) },
  {
    name: 'tables',
    priority: 1.3,
    test: files(
      /@mantine\/core\/esm\/components\/(Combobox\/ComboboxChevron|Divider|NativeSelect|Pagination|Pill|Table)\//,
    ),
  },
  {
    // Lists and read-only records do not need them.
    name: 'inputs',
    priority: 1.2,
    test: files(
      /@mantine\/core\/esm\/components\/(Combobox|MultiSelect|NumberInput|PillsInput|Select|Switch|Textarea)\//,
    ),
  },
  { name: 'decimal', priority: 0.9, test: files(/node_modules\/decimal\.js\//) },
  {
    // Parts of the dashboard and the list of devices.
    name: 'levels',
    priority: 0.75,
    test: files(
      /core\/domains\/telemetry\/levels\/shownLevel\.ts/,
      /web\/domains\/telemetry\/(device\/(FleetStatusBar|useFleetStatus)|level\/(LevelGauge|TrustIndicator|EstimateIndicator|VolumeText|roomText|tankState|useForecast)|map\/(DeviceMap|usePositions)|tank\/(TankActions|ChangeHighlight\.module|useChangeHighlight))\./,
    ),
  },
  { name: 'dashboard', priority: 0.7, test: files(/web\/domains\/dashboard\/DashboardScreen\.tsx/) },
  // Fetching fifty small definitions takes longer than one part with all of them.
  {
    name: 'kinds',
    priority: 0.6,
    test: files(/core\/registry\.ts|web\/(app\/kinds\.ts|resources\/record\/StandardList\.tsx)/),
  },
  { name: 'devices', priority: 0.55, test: files(/web\/domains\/devices\/DeviceListScreen\.tsx/) },
  {
    // Nearly every screen consists of lists and records: they and their dependencies are one part, as fetching fifty small ones takes
    // longer.
    name: 'records',
    priority: 0.5,
    test: files(/web\/resources\/(record\/StandardRecord|form\/ResourceForm)\.tsx/),
  },
  { name: 'dispatch', priority: 0.3, test: files(/web\/domains\/dispatch\/DispatchScreen\.tsx/) },
  {
    name: 'form-inputs',
    priority: 0.4,
    test: files(/web\/resources\/form\/SectionInputs\.tsx/),
  },
]

/**
 * Inlines the script of the first paint into the page; the page's content security policy has its hash. Everything else loads after it.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withFirstPaint },
  }
}

async function withFirstPaint(html: string): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: 'web/app/firstPaint.ts', formats: ['iife'], name: 'firstPaint' },
    },
  })
  const [script] = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error('The first paint was not built.')
  return html
    .replace('<!-- first paint -->', () => `<script>${script.code.trim()}</script>`)
    .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
}

/** Names the file of each part that is fetched dynamically: the manifest leaves out those that share a file. */
function partFiles(): Plugin {
  return {
    name: 'part-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((chunk) =>
        chunk.type !== 'chunk'
          ? []
          : chunk.moduleIds
              .filter((id) => this.getModuleInfo(id)?.dynamicImporters.length)
              .map((id) => [path.relative(import.meta.dirname, id), chunk.fileName]),
      )
      const source = JSON.stringify(Object.fromEntries(files))
      this.emitFile({ type: 'asset', fileName: '.vite/partFiles.json', source })
    },
  }
}

/** The browser half. */
export default defineConfig({
  plugins: [react(), firstPaint(), partFiles()],
  publicDir: 'web/public',
  define: { 'import.meta.env.VITE_BUILD_VERSION': JSON.stringify(version) },
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: {
    outDir: 'dist/web',
    target: 'es2023',
    // The content security policy refuses data: addresses for fonts, and they gain nothing with HTTP/2.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The import graph, for `scripts/checkBundle.mjs`.
    manifest: true,
    // The libraries in the bundle: `scripts/listPackages.mjs` reads it.
    license: { fileName: '.vite/licenses.json' },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
})
