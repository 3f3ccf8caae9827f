import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupRoot, isVersion2 } from './group-root.ts'

/** A control group of Linux whose processes go before others of the machine, as far as a weight goes. */
export interface ProcessorShare {
  /** Files that a process writes its id to, in order to belong to it. */
  readonly processFiles: readonly string[]
  /** Puts a process back to where this one was, which it must be before `remove`. */
  release(pid: number): void
  remove(): void
}

/**
 * So that other work on the machine changes figures little. Not real-time priority: Linux stops those that use a core alone for 50 ms of
 * each second (`kernel.sched_rt_runtime_us`), and a niceness counts only within a session (`sched_autogroup_enabled`).
 *
 * Throws where there are no groups, or this process may not make them.
 */
export function createProcessorShare(name: string): ProcessorShare {
  const hasOne = isVersion2()
  const hierarchy = join(groupRoot, hasOne ? '' : 'cpu')
  const former = join(hierarchy, groupOf(hasOne), 'cgroup.procs')
  if (hasOne) writeFileSync(join(groupRoot, 'cgroup.subtree_control'), '+cpu')
  const folder = join(hierarchy, `byname-bench-${process.pid}-${name}`)
  mkdirSync(folder)
  favour(folder)
  return {
    processFiles: [join(folder, 'cgroup.procs')],
    release: (pid) => writeFileSync(former, `${pid}`),
    remove: () => rmdirSync(folder),
  }
}

/** Gives a group the largest weight that there is. */
export function favour(folder: string): void {
  if (isVersion2()) writeFileSync(join(folder, 'cpu.weight'), '10000')
  else writeFileSync(join(folder, 'cpu.shares'), '262144')
}

/** Of this process: `4:cpu,cpuacct:/path`, `0::/path` (cgroups(7)). */
function groupOf(hasOne: boolean): string {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n')
  const line = lines.map((text) => text.split(':')).find(([, names]) => isCpu(names, hasOne))
  return line?.[2] ?? ''
}

function isCpu(controllers: string | undefined, hasOne: boolean): boolean {
  return hasOne ? controllers === '' : (controllers ?? '').split(',').includes('cpu')
}
