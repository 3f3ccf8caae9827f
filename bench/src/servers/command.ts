import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pinnedCommand } from './cores.ts'
import { type ServiceData, serviceEnvironment } from './service-environment.ts'
import { usageOf } from './usage.ts'

/** What a command of Byname took. */
export interface CommandRun {
  readonly seconds: number
  /** Of processor time, without that of PostgreSQL. */
  readonly cpuSeconds: number
  /** Of resident memory, sampled. */
  readonly peakBytes: number
  /** Standard output. */
  readonly output: string
}

const script = fileURLToPath(new URL('../../../server/byname.js', import.meta.url))
const sampleMs = 100

interface CommandOptions {
  /** MiB; absent: that of Node. */
  readonly heapLimit?: number
  /** Beside that of a service. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Rejects when it fails. */
export async function runCommand(
  args: readonly string[],
  location: ServiceData,
  { heapLimit, environment }: CommandOptions = {},
): Promise<CommandRun> {
  const [command, ...rest] = pinnedCommand('server', [
    process.execPath,
    // As the image and the units of systemd start it: young objects would fill a small heap.
    ...(heapLimit === undefined ? [] : ['--max-semi-space-size=4', `--max-old-space-size=${heapLimit}`]),
    script,
    ...args,
  ])
  const startedAt = performance.now()
  const { PATH } = process.env
  const child = spawn(command, rest, { env: { PATH, ...serviceEnvironment(location), ...environment } })
  let [peakBytes, cpuMicros] = [0, 0]
  const timer = setInterval(() => {
    const usage = usageOf(child.pid ?? 0)
    peakBytes = Math.max(peakBytes, usage.memoryBytes)
    cpuMicros = Math.max(cpuMicros, usage.cpuMicros)
  }, sampleMs)
  const [errors, [code], output] = await Promise.all([
    text(child.stderr),
    once(child, 'close'),
    text(child.stdout),
  ])
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args[0]} has failed: ${errors}`)
  return {
    ...{ seconds: (performance.now() - startedAt) / 1000, cpuSeconds: cpuMicros / 1e6 },
    ...{ peakBytes, output },
  }
}
