import { spawnSync } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { runCommand, startCommand } from '../../support/service/command.ts'
import { testEnvironment } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** The options that make this Node appear as an earlier one at another path, until it has started the installed one. */
async function appearAs(version: string): Promise<string[]> {
  const preload = join(await temporaryFolder(), 'appear.cjs')
  await writeFile(
    preload,
    `if (!process.env.STARTED_BY_LAUNCHER) {
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
      process.execPath = '/bin/sh'
    }`,
  )
  return ['--require', preload]
}

/** A Node before 24 of this machine. */
function findEarlierNode(): string | undefined {
  const { PATH = '' } = env
  const folders = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
  return folders
    .map((folder) => join(folder, 'node'))
    .find(
      (path) => Number.parseInt(spawnSync(path, ['-p', 'process.versions.node']).stdout?.toString(), 10) < 24,
    )
}

const earlierNode = findEarlierNode()

const runtimes = [
  {
    name: 'An earlier Node',
    runtime: async () => [process.execPath, ...(await appearAs('20.1.0'))] as const,
  },
  ...(earlierNode ? [{ name: earlierNode, runtime: async () => [earlierNode] as const }] : []),
]

describe.each(runtimes)('$name', ({ runtime }) => {
  const start = async () => {
    const settings = { LOG_LEVEL: 'info', SHUTDOWN_GRACE_SECONDS: '1' }
    const environment = testEnvironment(await temporaryFolder(), undefined, settings)
    const command = await startCommand(['serve'], environment, /listens on (http\S+),/, {
      runtime: await runtime(),
    })
    onTestFinished(async () => void (await command.end('SIGKILL')))
    const [, url = ''] = /listens on (http\S+),/.exec(command.output) ?? []
    return { url, end: command.end }
  }

  it('rule: runs the service on the installed Node, and stops it as a signal demands', async () => {
    const { url, end } = await start()
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    const ended = end('SIGTERM')
    await waitUntil('it drains', async () => (await fetch(`${url}/ready`)).status === 503)
    expect(await ended).toBe(0)
    await expect(fetch(`${url}/health`)).rejects.toThrow()
  })

  it('rule: the service ends with the process that was killed', async () => {
    const { url, end } = await start()
    expect(await end('SIGKILL')).toBeNull()
    await waitUntil('the service has ended', () =>
      fetch(`${url}/health`).then(
        () => false,
        () => true,
      ),
    )
  })

  it('rule: arguments and the exit code are those of the command', async () => {
    const environment = testEnvironment(await temporaryFolder(), undefined)
    expect(
      await runCommand(['serve', '--workers', 'few'], environment, { runtime: await runtime() }),
    ).toMatchObject({
      code: 1,
      errors: expect.stringContaining('few'),
    })
  })
})

/** A folder with the files of an installation that the first start reads. */
async function createInstallation(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'server'))
  for (const file of ['byname.js', 'package.json'])
    await cp(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), join(folder, 'server', file))
  return folder
}

async function serveOn(version: string, folder: string) {
  const args = [...(await appearAs(version)), join(folder, 'server/byname.js'), 'serve']
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

describe('The package of a release', () => {
  const runtime = `node-${process.platform}-${process.arch}`

  it('rule: an earlier Node starts the one that came along', async () => {
    const folder = await createInstallation()
    const program = join(folder, 'node_modules', runtime, 'bin/node')
    await mkdir(dirname(program), { recursive: true })
    await writeFile(join(folder, 'node_modules', runtime, 'package.json'), '{}')
    await writeFile(program, '#!/bin/sh\necho "came along: $*"\n', { mode: 0o755 })
    const { status, stdout } = await serveOn('20.1.0', folder)
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^came along: .*server\/byname\.js serve\n$/)])
  })

  it('rule: without that, it prints what to install', async () => {
    const folder = await createInstallation()
    await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), '')
    const { status, stderr } = await serveOn('20.1.0', folder)
    expect([status, stderr]).toEqual([
      1,
      `Byname needs Node 24 or later, and this is Node 20.1.0. None came along for ${process.platform} on ${process.arch}: ` +
        'install Node 24 from https://nodejs.org, and start it with that.\n',
    ])
  })
})

describe('Without an installed Node', () => {
  it.each(['20.1.0', '18.20.8', '12.22.0'])('rule: Node %s prints what to do', async (version) => {
    const folder = await createInstallation()
    const { status, stderr } = await serveOn(version, folder)
    expect([status, stderr]).toEqual([
      1,
      `Byname needs Node 24 or later, and this is Node ${version}. Run \`npm ci\` in ${folder}/, which installs it, ` +
        'or start byname.js with a later Node.\n',
    ])
  })
})
