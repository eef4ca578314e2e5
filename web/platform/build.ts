const RELEASE: string = import.meta.env['VITE_BUILD_VERSION'] ?? ''

/** The build this page was served from; empty in development. */
export function clientBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
}

/** The release and build for support. */
export function versionText(): string {
  const build = clientBuild()
  return build ? `${RELEASE} (${build})` : RELEASE
}
