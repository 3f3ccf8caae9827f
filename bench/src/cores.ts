import { spawnSync } from 'node:child_process'

const serverCore = '0'
const loadCore = '1'

const taskset = (...args: string[]): boolean => spawnSync('taskset', args, { stdio: 'ignore' }).status === 0

/** Whether a process can be kept on one core: Linux with `taskset`, and both cores there. */
export const canPin = [serverCore, loadCore].every((core) => taskset('--cpu-list', core, 'true'))

/** Keeps this process, with all its threads, on the load generator's core; does nothing where it cannot. */
export function moveToLoadCore(): void {
  if (canPin) taskset('--all-tasks', '--cpu-list', '--pid', loadCore, String(process.pid))
}

type Command = readonly [command: string, ...args: string[]]

/** The command that runs `command` on the server's core; `command` itself where that cannot be. */
export const onServerCore = (command: Command): Command =>
  canPin ? ['taskset', '--cpu-list', serverCore, ...command] : command
