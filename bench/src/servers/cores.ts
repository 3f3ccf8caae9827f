import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const last = availableParallelism() - 1

/** Whether two servers and the load generator have a core each. */
export const hasThirdCore = last >= 2

/** The cores of one measured server, of two, of everything else, and of what is not measured. */
const cores = {
  server: '0',
  servers: '0-1',
  load: hasThirdCore ? `2-${last}` : '1',
  all: `0-${last}`,
} as const

type Cores = keyof typeof cores

function taskset(...args: string[]): boolean {
  return spawnSync('taskset', args, { stdio: 'ignore' }).status === 0
}

/** Whether a process can be pinned: Linux with `taskset`, and both cores available. */
export const canPin = taskset('--cpu-list', cores.all, 'true') && taskset('--cpu-list', cores.load, 'true')

/** Pins a process, with all its threads and future children, to some cores. Does nothing where it cannot. */
export function pinTo(where: Cores, pid = process.pid): void {
  if (canPin) taskset('--all-tasks', '--cpu-list', '--pid', cores[where], String(pid))
}

export type Command = readonly [command: string, ...args: string[]]

/** The command that runs `command` pinned to some cores; `command` itself where that is not possible. */
export function pinnedCommand(where: Cores, command: Command): Command {
  return canPin ? ['taskset', '--cpu-list', cores[where], ...command] : command
}
