// `npm run check`: what has to hold without running the tests. Plain JavaScript, as `npm ci` starts its neighbours. Two at a time, which is
// what the smallest machine has processors for.
import { spawn } from 'node:child_process'
import { buildPackagesIfChanged } from './build-packages.js'

const commands = [
  'biome ci --error-on-warnings .',
  'tsc --noEmit',
  'tsc -p web',
  'tsc -p examples/vite-react',
  'knip',
  'npm run --silent lint:walls',
  'npm run --silent lint:openapi',
  'npm run --silent release -- --check',
  'npm run --silent lint:packages',
]

/** Its output is printed whole, when it has ended. */
async function run(command) {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const parts = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part))
  const code = await new Promise((resolve) => child.on('close', resolve))
  process.stdout.write(Buffer.concat(parts))
  if (code === 0) return
  process.stdout.write(`Failed: ${command}\n`)
  process.exitCode = 1
}

async function runNext() {
  for (let command = commands.shift(); command; command = commands.shift()) await run(command)
}

// Packages are checked as they are built, and examples by their declarations.
await buildPackagesIfChanged()
await Promise.all([runNext(), runNext()])
