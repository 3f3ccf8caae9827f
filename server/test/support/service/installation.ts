import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readlinkSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { missingMigrations } from '../../../src/store/migrate.ts'
import { version as installedVersion } from '../../../src/version.ts'
import { temporaryFolder } from '../folders.ts'
import { findFreePorts } from '../http/deployed-proxy.ts'
import { pathOf, readFromRoot } from '../project-files.ts'
import { beginCommand, type CommandOutcome, runCommand } from './command.ts'
import { type Settings, testEnvironment } from './service.ts'

const standIn = pathOf('server/test/support/service/stand-in-systemctl.sh')
const lastMigration = missingMigrations([]).at(-1)?.slice(0, 4) ?? ''

/** An installation in a folder in the place of /, whose units a stand-in for systemd starts; its releases run the code of today. */
export interface TestInstallation {
  readonly root: string
  readonly port: number
  /** Of the service. */
  readonly environment: Settings
  readonly current: () => string
  readonly systemctl: (...args: readonly string[]) => void
  readonly run: (...args: readonly string[]) => Promise<CommandOutcome>
  /** Starts a command without waiting for its end. */
  readonly begin: (...args: readonly string[]) => ReturnType<typeof beginCommand>
  /** Writes a signed package into a folder of releases, whose path it returns; `code` comes before that of today. */
  readonly writeRelease: (version: string, code?: string, statement?: object) => Promise<string>
}

/** In a test: what it starts ends with the test. */
export async function createInstallation(): Promise<TestInstallation> {
  const root = await temporaryFolder()
  const [port = 0] = await findFreePorts(1)
  const logged = { PORT: `${port}`, LOG_LEVEL: 'info', LOG_REQUESTS: 'false' }
  const environment = testEnvironment(join(root, 'var/lib/byname'), undefined, logged)
  const write = async (path: string, text: string, mode = 0o600) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text, { mode })
  }
  for (const unit of ['byname.service', 'byname-standby.service', 'byname.socket'])
    await write(`etc/systemd/system/${unit}`, await unitOf(unit, root, port))
  await mkdir(join(root, 'var/lib/byname'), { recursive: true })
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
  await write('etc/byname/env', lines.join(''))
  const first = `opt/byname/releases/${installedVersion}`
  await write(`${first}/server/byname.js`, `import '${pathOf('server/byname.js')}'\n`)
  await write(`${first}/package.json`, '{"type":"module"}\n')
  await symlink(`releases/${installedVersion}`, join(root, 'opt/byname/current'))
  await write('bin/systemctl', `#!/bin/sh\nSYSTEMD_ROOT='${root}' exec '${standIn}' "$@"\n`, 0o755)
  const key = generateKeyPairSync('ed25519')
  await write('etc/byname/release-keys.pem', key.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  const variables = { PATH: `${join(root, 'bin')}:${process.env['PATH']}` }
  const systemctl = (...args: readonly string[]) =>
    void execFileSync(join(root, 'bin/systemctl'), args, { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => {
    systemctl('stop', 'byname-standby', 'byname')
    if (existsSync(join(root, 'run/sockets.fifo')))
      execFileSync('sh', ['-c', `echo end > '${root}/run/sockets.fifo'`])
  })
  return {
    root,
    port,
    environment,
    current: () => readlinkSync(join(root, 'opt/byname/current')),
    systemctl,
    run: (...args) => runCommand([...args, '--root', root], variables),
    begin: (...args) => beginCommand([...args, '--root', root], variables),
    writeRelease: async (version, code = '', statement = {}) => {
      const folder = await temporaryFolder()
      await mkdir(join(folder, 'package/server'), { recursive: true })
      const byname = { lastMigration, upgradesFrom: '0.1.0', ...statement }
      const manifest = { name: 'byname', version, type: 'module', byname }
      await writeFile(join(folder, 'package/package.json'), JSON.stringify(manifest))
      await writeFile(
        join(folder, 'package/CHANGELOG.md'),
        `# Changelog\n\n## ${version} - 2030-01-01\n\n- New.\n`,
      )
      await writeFile(
        join(folder, 'package/server/byname.js'),
        `${code}\nawait import('${pathOf('server/byname.js')}')\n`,
      )
      const file = `byname-${version}.tgz`
      execFileSync('tar', ['--format=ustar', '-czf', file, 'package'], { cwd: folder })
      const sum = createHash('sha256')
        .update(await readFile(join(folder, file)))
        .digest('hex')
      const sums = Buffer.from(`${sum}  ${file}\n`)
      await writeFile(join(folder, 'SHA256SUMS'), sums)
      await writeFile(join(folder, 'SHA256SUMS.sig'), sign(null, sums, key.privateKey).toString('base64'))
      return folder
    },
  }
}

async function unitOf(unit: string, root: string, port: number): Promise<string> {
  const text = await readFromRoot(`deploy/${unit}`)
  return text
    .replaceAll(/^(User|Group)=.*\n/gm, '')
    .replaceAll('/opt/byname/current/node_modules/.bin/node', process.execPath)
    .replaceAll(/(\/opt\/byname|\/etc\/byname|\/var\/lib\/byname)/g, `${root}$1`)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
}
