import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, readlink, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { environmentWithDefaults } from '../../config/config.ts'
import { OperatorError } from '../../errors.ts'
import { explainSystemError } from '../explain-system-error.ts'
import { replaceLink } from '../setup/replace-link.ts'
import { parseSettings, type Settings } from '../setup/settings-file.ts'

const run = promisify(execFile)

/** Byname as the units of systemd run it, in the folders of docs/operating/install.md below a root folder. */
export interface Installation {
  readonly pathOf: (path: string) => string
  /** Of `/etc/byname/env`, and those of the unit. */
  readonly settings: Settings
  /** Of the service; undefined: that of this process. */
  readonly user: string | undefined
}

/** @throws OperatorError where the files of an installation are missing. */
export async function openInstallation(root: string): Promise<Installation> {
  const pathOf = (path: string) => join(root, path)
  const read = (path: string) =>
    readFile(pathOf(path), 'utf8').catch((error: unknown) => {
      throw new OperatorError(
        `${explainSystemError(error) ?? path} "byname upgrade" is for installations with systemd, as docs/operating/install.md makes them.`,
      )
    })
  const unit = await read('etc/systemd/system/byname.service')
  const user = /^User=(.+)$/m.exec(unit)?.[1]
  const given = parseSettings(await read('etc/byname/env'))
  const settings = { NODE_ENV: 'production', DATA_DIR: pathOf('var/lib/byname'), ...given }
  return { pathOf, settings, user: user === 'root' ? undefined : user }
}

/** The target of the link `current`, relative to `/opt/byname`. */
export async function readCurrent({ pathOf }: Installation): Promise<string> {
  return await readlink(pathOf('opt/byname/current')).catch((error: unknown) => {
    throw new OperatorError(explainSystemError(error) ?? String(error))
  })
}

export async function linkCurrent({ pathOf }: Installation, target: string): Promise<void> {
  await replaceLink(pathOf('opt/byname/current'), target)
}

/** @throws OperatorError with what systemctl printed. */
export async function systemctl({ pathOf }: Installation, verb: string, unit: string): Promise<void> {
  await run('systemctl', [verb, unit], { cwd: pathOf('/') }).catch((error: { readonly stderr?: string }) => {
    throw new OperatorError(`systemctl ${verb} ${unit} failed. ${error.stderr?.trim() ?? ''}`.trim())
  })
}

/** Node that came along with the release. */
function nodeOf(release: string): string {
  const node = join(release, 'node_modules/.bin/node')
  return existsSync(node) ? node : process.execPath
}

function launch({ user, settings }: Installation, release: string, args: readonly string[], own: Settings) {
  const command = [nodeOf(release), 'server/byname.js', ...args]
  const [program = '', ...rest] = user
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...command]
    : command
  const { PATH = '' } = environmentWithDefaults({})
  return spawn(program, rest, {
    cwd: release,
    // It ends with this process, also when that is killed.
    env: { PATH, ...settings, ...own, STARTED_BY_LAUNCHER: `${process.pid}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `byname <args>` of a release as the user of the service; returns its output. @throws OperatorError with its errors. */
export async function runByname(
  installation: Installation,
  release: string,
  args: readonly string[],
  own: Settings = {},
): Promise<string> {
  const child = launch(installation, release, args, own)
  const [output, errors] = [collect(child.stdout), collect(child.stderr)]
  const [code] = await once(child, 'close')
  if (code === 0) return output()
  throw new OperatorError(`byname ${args[0]} failed. ${lastLines(errors())}`)
}

interface Trial {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts `byname serve` of a release as the user of the service. @throws OperatorError when it ends before it listens. */
export async function startTrial(
  installation: Installation,
  release: string,
  own: Settings,
  timeoutMs: number,
): Promise<Trial> {
  const child = launch(installation, release, ['serve'], own)
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    await ended
    clearTimeout(timer)
  }
  const listening = Promise.withResolvers<string>()
  const output = collect(child.stdout, (text) => {
    const [, url] = /listens on (http\S+),/.exec(text) ?? []
    if (url) listening.resolve(url)
  })
  const errors = collect(child.stderr)
  const timer = setTimeout(
    () => listening.reject(new OperatorError('It does not listen in time.')),
    timeoutMs,
  )
  ended.then(
    () => listening.reject(new OperatorError(`It ended at its start. ${lastLines(output() + errors())}`)),
    listening.reject,
  )
  try {
    return { url: await listening.promise, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const stopTimeoutMs = 70_000
const maxOutput = 262_144

function collect(stream: NodeJS.ReadableStream, onText: (all: string) => void = () => {}): () => string {
  let all = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    all = (all + text).slice(-maxOutput)
    onText(all)
  })
  return () => all
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n')
}

/** npm runs no script, and finds the release in a folder of its own, which gets its name once all is there. */
export async function installPackage(
  { pathOf }: Installation,
  file: string,
  version: string,
): Promise<string> {
  const folder = pathOf(`opt/byname/releases/${version}`)
  const release = join(folder, 'lib/node_modules/byname')
  if (existsSync(release)) return release
  const part = pathOf(`opt/byname/releases/.part-${version}`)
  await rm(part, { recursive: true, force: true })
  const options = ['--global', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', part]
  await run('npm', ['install', ...options, file], { cwd: dirname(file) }).catch(
    (error: { readonly stderr?: string }) => {
      throw new OperatorError(`npm could not install it. ${lastLines(error.stderr ?? '')}`)
    },
  )
  const installed: unknown = JSON.parse(
    await readFile(join(part, 'lib/node_modules/byname/package.json'), 'utf8'),
  )?.version
  if (installed !== version) throw new OperatorError(`npm installed ${installed} in the place of ${version}.`)
  await rm(folder, { recursive: true, force: true })
  await rename(part, folder)
  return release
}
