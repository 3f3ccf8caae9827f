import { execFileSync, spawnSync } from 'node:child_process'
import { access, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { allocatorEnvironment } from '../../../src/cluster.ts'
import { readConfig } from '../../../src/config/config.ts'
import { variableNames } from '../../../src/config/environment.ts'
import { system } from '../../../src/http/operations/system.ts'
import { instruction, instructions } from '../../support/dockerfile.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { pathOf, readFromRoot as read } from '../../support/project-files.ts'
import { createTenant, testEnvironment, withContext } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

async function documents(path: string) {
  return parseAllDocuments(await read(path), { merge: true, strict: true }).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })
}

/** The values that an operator fills in. */
const secrets: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://names.example',
  SITE: 'names.example',
  DATABASE_URL: 'postgres://byname:secret@postgres.example/byname',
  POSTGRES_PASSWORD: 'secret',
  RPC_URL_1: 'https://rpc.example',
  SIGNER_KEY_1: `0x${'1'.repeat(64)}`,
  ADMIN_API_KEY: 'x'.repeat(24),
  MEDIA_ACCESS_KEY_ID: 'id',
  MEDIA_SECRET_ACCESS_KEY: 'secret',
}

/** Substitutes the values as compose does. */
function interpolate(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::[-?][^}]*)?\}/g, (_, name) => secrets[name] ?? '')
}

function expectUsable(environment: Readonly<Record<string, string>>) {
  expect(Object.keys(environment).filter((name) => !variableNames.includes(name))).toEqual([])
  const { config } = readConfig(environment)
  expect(config.publicUrl).toBe('https://names.example')
}

async function imageEnvironment() {
  return Object.fromEntries((await instruction('ENV')).split(' ').map((pair) => pair.split('=')))
}

const systemPaths = system.map(({ url }) => url)

describe('The image', () => {
  it('rule: every path that the image copies exists and is not ignored by the build', async () => {
    const allowed = (await read('.dockerignore')).split('\n').filter((line) => line.startsWith('!'))
    const copied = (await instructions())
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1))
    expect(copied.length).toBeGreaterThan(5)
    for (const source of copied) await access(pathOf(source))
    expect([...new Set(copied)].toSorted()).toEqual(allowed.map((line) => line.slice(1)).toSorted())
  })

  it('rule: the image runs the pinned Node, in production, as an unprivileged user, and exposes the port it listens on', async () => {
    const { devDependencies } = z
      .object({ devDependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(await read('package.json')))
    expect(await instruction('FROM')).toMatch(new RegExp(`^node:${devDependencies.node}-`))
    expect(await instruction('USER')).toBe('1000:1000')

    const environment = await imageEnvironment()
    expect(environment).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', ...allocatorEnvironment })
    const known = ['NODE_ENV', ...Object.keys(allocatorEnvironment), ...variableNames]
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
    expect(await instruction('EXPOSE')).toBe(environment.PORT)
    expect(await instruction('VOLUME')).toBe(environment.DATA_DIR)
    const [, probed = ''] = /process\.env\.PORT\}(\/\w+)`/.exec(await instruction('HEALTHCHECK')) ?? []
    expect(systemPaths).toContain(probed)
  })
})

const byDigest = /^[a-z./]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/

it('rule: docs/operating lists every setting once, and no other', async () => {
  const pages = ['settings', 'taking-payment'].map((page) => read(`docs/operating/${page}.md`))
  const text = (await Promise.all(pages)).join('\n').replace(/\n## Limits\n.*?(?=\n## )/s, '')
  const heads = [...text.matchAll(/^- (`[A-Z0-9_]+`(?:,\s+`[A-Z0-9_]+`)*)/gm)]
  const named = heads.flatMap(([, head = '']) =>
    Array.from(head.matchAll(/`([A-Z0-9_]+)`/g), ([, name = '']) => name),
  )
  expect(named.toSorted()).toEqual(variableNames.toSorted())
})

describe('Third-party images', () => {
  it('rule: each third-party image is pinned by version and digest, in the Dockerfile and in the compose files', async () => {
    const bases = (await instructions()).filter((line) => line.startsWith('FROM '))
    const services = await Promise.all(
      ['deploy/compose.yaml', 'deploy/compose.postgres.yaml'].map(async (path) =>
        z.tuple([composeFile]).parse(await documents(path)),
      ),
    )
    const named = services.flatMap(([compose]) =>
      Object.values(compose.services).flatMap(({ build, image }) => (build ? [] : [image])),
    )
    const images = [...bases.map((line) => line.slice('FROM '.length)), ...named]
    expect(images).toHaveLength(5)
    for (const image of images) expect(image).toMatch(byDigest)
  })
})

it('rule: the deployment files name the version of this service, never latest', async () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')))
  for (const file of ['compose.yaml', 'compose.postgres.yaml', 'kubernetes.yaml']) {
    const images = [...(await read(`deploy/${file}`)).matchAll(/image: (\S+)/g)].map(([, image]) => image)
    expect(images, file).toContain(`byname:${version}`)
    expect(images.filter((image) => !image?.includes(':') || image.includes(':latest'))).toEqual([])
  }
})

describe('The production installation', () => {
  it('rule: no local chain, whose install script would run where keys are', async () => {
    const lockfile = z
      .object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })
      .parse(JSON.parse(await read('package-lock.json')))
    const chains = Object.entries(lockfile.packages).filter(([path]) =>
      /node_modules\/@foundry-rs\/anvil$/.test(path),
    )
    expect(chains.map(([, { dev }]) => dev)).toEqual([true])
  })
})

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.string().optional(),
      image: z.string(),
      mem_limit: z.string().regex(/^\d+[mg]$/),
      environment: z.record(z.string(), z.string()).optional(),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()),
      read_only: z.boolean().optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})

describe.each(['deploy/compose.yaml', 'deploy/compose.postgres.yaml'])('%s', (path) => {
  it('rule: a compose file sets settings that exist and refers to files that exist', async () => {
    const [compose] = z.tuple([composeFile]).parse(await documents(path))
    const { PORT, DATA_DIR } = await imageEnvironment()
    const ours = Object.values(compose.services).filter(({ build }) => build === '..')
    expect(ours.length).toBeGreaterThan(0)
    for (const { environment = {}, ports = [], volumes, read_only } of ours) {
      expectUsable(
        Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, interpolate(text)])),
      )
      expect(ports.map((port) => port.split(':').at(-1)).filter((port) => port !== PORT)).toEqual([])
      expect(volumes.map((volume) => volume.split(':')[1])).toEqual([DATA_DIR])
      expect(read_only).toBe(true)
    }

    const services = Object.values(compose.services)
    const mounted = services.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    const [files, named] = [true, false].map((isFile) =>
      mounted.filter((source) => source.startsWith('.') === isFile),
    )
    expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)))
    for (const file of files ?? []) await access(pathOf(`deploy/${file}`))
    for (const { depends_on = [] } of services)
      for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
        expect(Object.keys(compose.services)).toContain(name)
  })
})

describe('deploy/Caddyfile', () => {
  it('rule: Caddy balances over every instance that is ready, and lookups over every one that is alive', async () => {
    const [compose] = z.tuple([composeFile]).parse(await documents('deploy/compose.postgres.yaml'))
    const { PORT } = await imageEnvironment()
    const instances = Object.entries(compose.services).filter(([, { build }]) => build)
    const caddyfile = await read('deploy/Caddyfile')
    const upstreams = [...caddyfile.matchAll(/reverse_proxy \{\$INSTANCES:(.*)\} \{/g)].map(
      ([, hosts]) => hosts,
    )
    const hosts = instances.map(([name]) => `${name}:${PORT}`).join(' ')
    expect(upstreams).toEqual([hosts, hosts])
    const probed = [...caddyfile.matchAll(/health_uri (\S+)/g)].map(([, path]) => path)
    expect(probed).toEqual(['/health', '/ready'])
    expect(systemPaths).toEqual(expect.arrayContaining(probed))
  })
})

const probe = z.object({ httpGet: z.object({ path: z.enum(['/health', '/ready']), port: z.string() }) })

const containerPort = z.object({ name: z.string(), containerPort: z.number() })

const deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        volumes: z.array(z.object({ name: z.string() })),
        containers: z.tuple([
          z.object({
            ports: z.tuple([containerPort, containerPort]),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
            env: z.array(
              z.object({
                name: z.string(),
                value: z.string().optional(),
                valueFrom: z.object({ secretKeyRef: z.object({ key: z.string() }) }).optional(),
              }),
            ),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
      }),
    }),
  }),
})

const service = z.object({
  kind: z.literal('Service'),
  spec: z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.tuple([z.object({ targetPort: z.string() })]),
  }),
})

const budget = z.object({
  kind: z.literal('PodDisruptionBudget'),
  spec: z.object({ selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }),
})

const policy = z.object({
  kind: z.literal('NetworkPolicy'),
  spec: z.object({
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    policyTypes: z.tuple([z.literal('Ingress')]),
    ingress: z.array(
      z.object({
        from: z.array(z.object({ namespaceSelector: z.unknown() })).optional(),
        ports: z.array(z.object({ port: z.string() })),
      }),
    ),
  }),
})

describe('deploy/kubernetes.yaml', () => {
  it('rule: settings, ports, probes and labels are those of the service', async () => {
    const [deployed, served, budgeted, allowed] = z
      .tuple([deployment, service, budget, policy])
      .parse(await documents('deploy/kubernetes.yaml'))
    const { PORT, DATA_DIR } = await imageEnvironment()
    const { metadata, spec } = deployed.spec.template
    const [container] = spec.containers
    const values = container.env.map(({ name, value, valueFrom }) => [
      name,
      value ?? secrets[valueFrom?.secretKeyRef.key ?? ''] ?? '',
    ])
    expectUsable(Object.fromEntries(values))

    const [{ name: port, containerPort }, metrics] = container.ports
    expect(containerPort).toBe(Number(PORT))
    expect(Object.fromEntries(values).METRICS_PORT).toBe(`${metrics.containerPort}`)
    expect(allowed.spec.ingress).toEqual([
      { ports: [{ port }] },
      { from: [{ namespaceSelector: expect.anything() }], ports: [{ port: metrics.name }] },
    ])
    expect(metadata.labels).toMatchObject(allowed.spec.podSelector.matchLabels)
    expect(served.spec.ports[0].targetPort).toBe(port)
    for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      expect(httpGet.port).toBe(port)
      expect(systemPaths).toContain(httpGet.path)
    }
    expect(container.readinessProbe.httpGet.path).toBe('/ready')
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain(DATA_DIR)
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name))
    for (const labels of [served.spec.selector, budgeted.spec.selector.matchLabels])
      expect(metadata.labels).toMatchObject(labels)
  })
})

describe('The units of systemd', () => {
  const units = [
    ...['byname.service', 'byname-standby.service', 'byname-signer.service', 'byname-backup.service'],
    ...['byname-backup.timer', 'byname.socket', 'byname-https.socket', 'byname-redirect.socket'],
  ]

  it('rule: the standby differs from the service in when it starts and in its metrics, and has the same sockets', async () => {
    const standby = await read('deploy/byname-standby.service')
    const service = await read('deploy/byname.service')
    const partOf = (unit: string) =>
      unit.slice(unit.indexOf('[Service]')).split('\n\n[Install]')[0]?.trimEnd()
    expect(
      partOf(standby)
        ?.replace('# The port of the metrics is that of the service.\n', '')
        .replace('/usr/bin/env METRICS_PORT= ', ''),
    ).toBe(partOf(service))
    expect(standby).not.toContain('[Install]')
  })

  it.each([
    ['byname.socket', 'http', '127.0.0.1:3000'],
    ['byname-https.socket', 'https', '443'],
    ['byname-redirect.socket', 'redirect', '80'],
  ])('rule: %s has the name %s and the default address', async (unit, name, address) => {
    const text = await read(`deploy/${unit}`)
    expect(text).toContain(`\nListenStream=${address}\nFileDescriptorName=${name}\nService=byname.service\n`)
    const users =
      unit === 'byname.socket' ? ['byname.service', 'byname-standby.service'] : ['byname-tls.conf']
    for (const user of users)
      expect(await read(`deploy/${user}`)).toMatch(new RegExp(`^Sockets=.*${unit}`, 'm'))
  })

  // Not on machines without systemd.
  it.skipIf(spawnSync('systemd-analyze', ['--version']).error)(
    'rule: systemd accepts them, and the service is confined',
    async () => {
      const folder = await temporaryFolder()
      const texts = await Promise.all(units.map((unit) => read(`deploy/${unit}`)))
      const paths = units.map((unit) => join(folder, unit))
      for (const [index, text] of texts.entries())
        await writeFile(paths[index] ?? '', text.replaceAll('/opt/byname/current/', pathOf('')))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      for (const unit of units.filter((name) => name.endsWith('.service')))
        execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', join(folder, unit)])
    },
  )

  it('rule: backups of two seconds of a day are two files', async () => {
    const folder = await temporaryFolder()
    const environment = testEnvironment(folder, undefined)
    await withContext(environment, createTenant)
    const [, command = ''] =
      /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(await read('deploy/byname-backup.service')) ?? []
    const line = command
      .replaceAll('%%', '%')
      .replaceAll('$$', '$')
      .replace('/var/lib/byname-backups', folder)
    let last = 0
    const readSecond = () => Math.floor(Date.now() / 1000)
    for (const count of [1, 2]) {
      await waitUntil('the clock shows another second', () => readSecond() > last)
      execFileSync('/bin/sh', ['-c', line], { cwd: pathOf(''), env: { ...process.env, ...environment } })
      const files = (await readdir(folder)).filter((file) => file.endsWith('.byname.gz'))
      expect(files).toHaveLength(count)
      last = readSecond()
    }
  })

  it('rule: the service has the settings of the allocator that the image has', async () => {
    const pairs = Object.entries(allocatorEnvironment).map(([name, setting]) => `${name}=${setting}`)
    expect(await read('deploy/byname.service')).toContain(`\nEnvironment=${pairs.join(' ')}\n`)
  })

  it('rule: they run the installed Node and commands that exist, in the folder of the current release', async () => {
    const folders = {
      'byname.service': '/var/lib/byname',
      'byname-signer.service': '/var/lib/byname-signer',
      'byname-backup.service': '/var/lib/byname',
    }
    for (const [unit, folder] of Object.entries(folders)) {
      const text = await read(`deploy/${unit}`)
      expect(text).toMatch(/^WorkingDirectory=\/opt\/byname\/current$/m)
      expect(text).toMatch(
        /^ExecStart=.*node_modules\/.bin\/node .*server\/byname\.js (serve$|signer$|backup )/m,
      )
      const [, variables = ''] = /^Environment=(.*)$/m.exec(text) ?? []
      const pairs = Object.fromEntries(variables.split(' ').map((pair) => pair.split('=')))
      expect(pairs).toMatchObject({ NODE_ENV: 'production', DATA_DIR: folder })
    }
  })
})
