import { spawnSync } from 'node:child_process'

/** The cores there are for a run: one for the server that is measured, one for everything else. */
const cores = { server: '0', load: '1', all: '0,1' } as const

type Cores = keyof typeof cores

const taskset = (...args: string[]): boolean => spawnSync('taskset', args, { stdio: 'ignore' }).status === 0

/** Whether a process can be kept on some cores: Linux with `taskset`, and both cores there. */
export const canPin = taskset('--cpu-list', cores.all, 'true') && taskset('--cpu-list', cores.load, 'true')

/** Keeps a process, with all its threads and what it starts from now on, on some cores. Does nothing where it cannot. */
export function moveTo(where: Cores, pid = process.pid): void {
  if (canPin) taskset('--all-tasks', '--cpu-list', '--pid', cores[where], String(pid))
}

type Command = readonly [command: string, ...args: string[]]

/** The command that runs `command` on some cores; `command` itself where that cannot be. */
export const on = (where: Cores, command: Command): Command =>
  canPin ? ['taskset', '--cpu-list', cores[where], ...command] : command
