import { mkdir } from 'node:fs/promises'
import { argv, stdout } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import {
  addName,
  copyPackage,
  firstName,
  openDomain,
  setupOptions,
  writeSettings,
} from './try-year/install.ts'
import type { Machine } from './try-year/machine.ts'
import { findPackage } from './try-year/releases.ts'
import { withWorld } from './try-year/world.ts'

/** Run by deploy/try-setup.sh: from a fresh Debian with the package to a name that viem resolves over https. */
const folder = argv[2] ?? '/var/tmp/byname-machines'
const print = (text: string) => stdout.write(`${text}\n`)
const seconds: [string, number][] = []

async function measure<T>(title: string, action: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await action()
  seconds.push([title, (performance.now() - startedAt) / 1000])
  return result
}

await withWorld({ folder }, async (world) => {
  const machine = await world.start('first')
  await mkdir(`${machine.path}/etc/byname`, { mode: 0o700 })
  await writeSettings(machine, {
    ACME_DIRECTORY_URL: world.directoryUrl,
    NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
  })
  const before = await listFiles(machine)
  const program = `npx --yes ${await copyPackage(machine, await findPackage())}`
  await measure('npx fetches the libraries', () => machine.run(`${program} --version`))
  const setup = `${program} setup ${setupOptions(world)} --yes --anyway`
  print(await measure('byname setup', () => machine.run(setup)))
  const domain = await measure('contract, domain, workspace, key', () => openDomain(world, machine))
  await measure('the first name', () => addName(machine, domain, firstName))
  await measure('viem resolves it over https', async () => {
    world.client.resolve(firstName.name, firstName.address)
    while (!world.client.lookups.some(({ error }) => !error)) await delay(50)
  })
  const [failed] = world.client.lookups.filter(({ error }) => error)
  if (failed) throw new Error(`${failed.name}: ${failed.error}`)
  print(await machine.run('byname setup --yes'))
  print(seconds.map(([title, value]) => `${value.toFixed(1).padStart(7)} s  ${title}`).join('\n'))
  print(`${world.registryBytes()} bytes were fetched from the registry.`)
  print(await machine.run('du -sb /opt/byname /root/.npm; byname signers address'))
  print(await machine.run("ss -ltnp | sed 's/ *users/ users/'; systemctl --no-pager --failed"))
  await machine.run('byname setup --undo --delete-data --yes')
  const after = await listFiles(machine)
  const left = [...after].filter((path) => !before.has(path))
  const lost = [...before].filter((path) => !after.has(path))
  print(
    `After --undo, ${left.length} files are left and ${lost.length} are gone: ${[...left, ...lost].join(' ')}`,
  )
})

/** Without those that programs write for themselves, such as logs and the cache of npm. */
async function listFiles(machine: Machine): Promise<ReadonlySet<string>> {
  const others = ['/proc', '/sys', '/run', '/tmp', '/var/log', '/var/lib/systemd', '/root'].map(
    (path) => `-path ${path}`,
  )
  const found = await machine.run(`find / -xdev \\( ${others.join(' -o ')} \\) -prune -o -print`)
  return new Set(found.trim().split('\n'))
}
