#!/usr/bin/env node
// Starts main.ts: its build, or the sources where they are newer; with what was compiled at earlier starts. Plain
// JavaScript, because stripping the types of this file alone would load what strips them: 50 ms and 15 MiB. Its syntax is
// that of Node 12: an earlier Node than the one required starts the installed one, or prints a sentence.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import process, { env } from 'node:process'
import { fileURLToPath } from 'node:url'

const requiredMajor = 24
const forwardedSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR2']

if (Number.parseInt(process.versions.node, 10) >= requiredMajor) start()
else startWithInstalledNode()

async function start() {
  // A folder that cannot be written is no failure, only a slower start.
  nodeModule.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/byname', import.meta.url)))
  const { findCurrentBuild } = await import('./current-build.js')
  await import(findCurrentBuild() || './src/main.ts')
}

/** Passes on arguments, input, output, signals and the exit code. */
function startWithInstalledNode() {
  const node = findInstalledNode()
  if (!node || realpathSync(node) === realpathSync(process.execPath)) return explain()
  const child = spawn(node, process.execArgv.concat(process.argv.slice(1)), {
    stdio: 'inherit',
    // The service stops when this process is killed, which no signal can announce.
    env: Object.assign({}, env, { STARTED_BY_LAUNCHER: process.pid }),
  })
  for (const signal of forwardedSignals) process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => explain(message))
  child.on('exit', (code, signal) => {
    if (!signal) return process.exit(code)
    // Ends as the child did.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** `npm ci` installs one in a clone; the package of a release has it as an optional dependency. */
function findInstalledNode() {
  const { resolve } = nodeModule.createRequire(import.meta.url)
  for (const name of ['node', `node-${process.platform}-${process.arch}`]) {
    try {
      const node = join(dirname(resolve(`${name}/package.json`)), 'bin/node')
      if (existsSync(node)) return node
    } catch {
      // It is not installed.
    }
  }
  return undefined
}

function explain(reason) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const isPackage = existsSync(join(root, 'THIRD-PARTY-LICENSES'))
  const advice = isPackage
    ? `None came along for ${process.platform} on ${process.arch}: install Node ${requiredMajor} from https://nodejs.org, and start it with that.`
    : `Run \`npm ci\` in ${root}, which installs it, or start byname.js with a later Node.`
  process.stderr.write(
    `Byname needs Node ${requiredMajor} or later, and this is Node ${process.versions.node}` +
      `${reason ? ` (${reason})` : ''}. ${advice}\n`,
  )
  process.exitCode = 1
}
