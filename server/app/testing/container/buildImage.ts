import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { otherNode } from '../../../../scripts/otherNode.mjs'

const CONTAINERFILE = path.join(projectRoot, 'deploy/container/Containerfile')

export interface Image {
  /** The folder of the image's files. */
  tree: string
  /** The image's configuration of its start. */
  config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    WorkingDir: string
    Volumes: Record<string, object>
    Healthcheck: { Test: string[] }
  }
}

/** Builds the image by buildah in a folder. Where its base cannot be pulled, Debian and Node take its place. */
export function buildImage(folder: string): Image {
  const buildah = (...args: string[]) =>
    run('buildah', [`--root=${folder}/images`, `--runroot=${folder}/run`, '--storage-driver=vfs', ...args])
  const base = /^ARG NODE_IMAGE=(.+)$/m.exec(fs.readFileSync(CONTAINERFILE, 'utf8'))![1]!
  const isPulled =
    spawnSync('buildah', [
      `--root=${folder}/images`,
      `--runroot=${folder}/run`,
      '--storage-driver=vfs',
      'pull',
      '-q',
      base,
    ]).status === 0
  if (!isPulled) {
    const tree = makeBase(path.join(folder, 'base'))
    const container = buildah('from', 'scratch')
    buildah('copy', '-q', container, tree, '/')
    // A network that inspects connections has its own certificate.
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container)
    buildah('commit', '-q', '--rm', container, base)
  }
  buildah(
    'bud',
    '--isolation=chroot',
    '--format=docker',
    '--pull-never',
    '-q',
    '-f',
    CONTAINERFILE,
    '-t',
    'ullage',
    projectRoot,
  )
  const container = buildah('from', '--pull-never', 'ullage')
  const { Docker } = JSON.parse(buildah('inspect', container))
  return { tree: buildah('mount', container), config: Docker.config }
}

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

function makeBase(tree: string): string {
  // In a separate mount namespace: its mounts below the folder end with it, also if it fails.
  run('unshare', [
    '--mount',
    'debootstrap',
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    tree,
  ])
  fs.copyFileSync(otherNode(24), path.join(tree, 'usr/local/bin/node'))
  fs.cpSync(path.join(run('npm', ['root', '-g']), 'npm'), path.join(tree, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
  })
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(tree, 'usr/local/bin/npm'))
  fs.cpSync(CERTIFICATES, path.join(tree, CERTIFICATES))
  return tree
}

/** @returns its output without the final newline */
function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout.trimEnd()
}
