import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '#server/platform/projectRoot.ts'

const read = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8')
const parsed = (file: string): any => parse(read(file))
const settings = new Set([...read('docs/operations.md').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
const containerfile = read('deploy/container/Containerfile')
const { version } = JSON.parse(read('package.json'))

test('the container does not run as root, is built for any platform, and sets settings that exist', () => {
  expect(containerfile).toMatch(/^USER 10001:10001$/m)
  expect(containerfile.match(/^FROM .+/gm)!.at(-1)).toBe('FROM $NODE_IMAGE')
  const [, environment] = /^ENV (.+)$/m.exec(containerfile)!
  for (const setting of environment!.split(' ')) expect(settings).toContain(setting.split('=')[0])
})

test('compose sets settings that exist, mounts files that exist, and contains no secret', () => {
  const { services, volumes, configs } = parsed('deploy/compose.yaml')
  for (const name of Object.keys(services.ullage.environment)) expect(settings).toContain(name)
  for (const service of Object.values<any>(services)) {
    if (!service.build) expect(service.image).toMatch(/:\d/)
    for (const volume of service.volumes) {
      const [from] = volume.split(':')
      if (from.startsWith('./'))
        expect(fs.existsSync(path.join(projectRoot, 'deploy', from)), from).toBe(true)
      else expect(volumes).toHaveProperty(from)
    }
    for (const { source } of service.configs ?? []) expect(configs).toHaveProperty(source)
    for (const published of service.ports ?? []) expect(published).toMatch(/^127\.0\.0\.1:/)
  }
  expect(services.ullage).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  const text = read('deploy/compose.yaml')
  const required = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!))
  expect([...text.matchAll(/(?<!\$)\$\{(\w*(?:PASSWORD|KEY)\w*)(?!\w|:\?)/g)]).toEqual([])
  const created = [...read('deploy/makeSecrets.sh').matchAll(/^(\w+)=\$/gm)].map(([, name]) => name)
  expect(created).toEqual(expect.arrayContaining([...required]))
})

test('the manifests of Kubernetes refer to each other and to the image', () => {
  const kustomization = parsed('deploy/kubernetes/kustomization.yaml')
  const resources = kustomization.resources.map((file: string) => parsed(`deploy/kubernetes/${file}`))
  const byKind = Object.fromEntries(resources.map((resource: any) => [resource.kind, resource]))
  expect(Object.keys(byKind).sort()).toEqual(['Deployment', 'PodDisruptionBudget', 'Service'])
  const { strategy, replicas, template } = byKind.Deployment.spec
  const [container] = template.spec.containers
  expect(kustomization.images).toMatchObject([{ name: container.image, newTag: version }])
  expect(container.envFrom).toEqual([
    { configMapRef: { name: kustomization.configMapGenerator[0].name } },
    { secretRef: { name: 'ullage' } },
  ])
  for (const literal of kustomization.configMapGenerator[0].literals)
    expect(settings).toContain(literal.split('=')[0])

  // Servers join before others leave, and one always stays.
  expect(strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
  expect(replicas).toBeGreaterThan(byKind.PodDisruptionBudget.spec.maxUnavailable)
  const [port] = container.ports
  const probe = (address: string) => ({ httpGet: { path: address, port: port.name } })
  expect(container).toMatchObject({
    startupProbe: probe('/readyz'),
    readinessProbe: probe('/healthz'),
    livenessProbe: probe('/healthz'),
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  })
  expect(byKind.Service.spec.ports[0].targetPort).toBe(port.name)
  expect(containerfile).toContain(`PORT=${port.containerPort}`)
  expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
  expect(template.spec.volumes.map(({ name }: any) => name)).toEqual(
    container.volumeMounts.map(({ name }: any) => name),
  )
})

test('the changelog begins with unreleased changes, followed by this version', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## \[(.+)\](?: - (\d{4}-\d\d-\d\d))?$/gm)]
  expect(headings[0]![1]).toBe('Unreleased')
  expect(headings[1]!.slice(1)).toEqual([version, expect.any(String)])
})
