// Starts main.ts: its build, or the sources where they are newer; with what was compiled at earlier starts. Plain
// JavaScript, because stripping the types of this file alone would load what strips them: 50 ms and 15 MiB. Its syntax is
// that of Node 12: an earlier Node than the one required starts the installed one, or prints a sentence.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import nodeModule from 'node:module'
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

/** Passes on arguments, input, output, signals and the exit code. `npm ci` installs that Node. */
function startWithInstalledNode() {
  const node = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))
  if (!existsSync(node) || realpathSync(node) === realpathSync(process.execPath)) return explain()
  const child = spawn(node, process.execArgv.concat(process.argv.slice(1)), {
    stdio: 'inherit',
    // The service stops when this process is killed, which no signal can announce.
    env: Object.assign({ STARTED_BY_LAUNCHER: 'true' }, env),
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

function explain(reason) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  process.stderr.write(
    `Byname needs Node ${requiredMajor} or later, and this is Node ${process.versions.node}` +
      `${reason ? ` (${reason})` : ''}. Run \`npm ci\` in ${root}, which installs it, or start byname.js with a later Node.\n`,
  )
  process.exitCode = 1
}
