import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The resources that processes have used so far. */
export interface Usage {
  /** Processor time in microseconds; the system counts it in hundredths of a second. */
  readonly cpuMicros: number
  /** Resident memory in bytes. Of several processes the sum, which counts shared pages more than once. */
  readonly memoryBytes: number
}

interface ProcessUsage extends Usage {
  readonly pid: number
  readonly parent: number
}

/** The usage of a process and all its descendants. Zeros when it has exited. */
export function usageOf(pid: number): Usage {
  const all = process.platform === 'linux' ? fromProc() : fromPs()
  const family = new Set([pid])
  // A child comes after its parent, except for reused pids.
  for (const _ of [1, 2]) for (const each of all) if (family.has(each.parent)) family.add(each.pid)
  const members = all.filter((each) => family.has(each.pid))
  return {
    cpuMicros: members.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0),
    memoryBytes: members.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  }
}

/** The page size of every Linux that Node supports, except for some on ARM with 64 KiB. */
const pageSize = 4096

/** Microseconds of a clock tick as Linux reports them to programs, on every architecture. */
const tick = 10_000

function fromProc(): ProcessUsage[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'latin1')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [parent = 0, userTime = 0, systemTime = 0, pages = 0] = [
        fields[1],
        fields[11],
        fields[12],
        fields[21],
      ]
      return [
        {
          pid: Number(entry),
          parent,
          cpuMicros: (userTime + systemTime) * tick,
          memoryBytes: pages * pageSize,
        },
      ]
    } catch {
      return []
    }
  })
}

function fromPs(): ProcessUsage[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,time='], { encoding: 'utf8' }).trim()
  return lines.split('\n').map((line) => {
    const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
    const time = line.trim().split(/\s+/)[3] ?? '0'
    const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    return { pid, parent, cpuMicros: seconds * 1e6, memoryBytes: kilobytes * 1024 }
  })
}
