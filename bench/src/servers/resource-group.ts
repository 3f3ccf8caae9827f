import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { groupRoot, isVersion2 } from './group-root.ts'
import { favour } from './processor-share.ts'

/**
 * A control group of Linux, version 1 or 2, in which a server has only some memory and a slow disk, and goes before other work of the
 * machine.
 */
export interface ResourceGroup {
  /** Files that a process writes its id to, in order to belong to it. */
  readonly processFiles: readonly string[]
  /** Bytes of its processes, and of pages of files that the system keeps for them. */
  memory(): { readonly own: number; readonly files: number }
  limitMemory(bytes: number): void
  /** Reads a second from the disk of `file`. */
  limitReads(file: string, perSecond: number): void
  /** After the end of its processes. */
  remove(): void
}

/** Whether this process may make groups. */
export function canMakeGroups(): boolean {
  try {
    createResourceGroup('probe').remove()
    return true
  } catch {
    return false
  }
}

/** Throws where there are no groups, or this process may not make them. */
export function createResourceGroup(name: string): ResourceGroup {
  const hasOne = isVersion2()
  if (hasOne) writeFileSync(join(groupRoot, 'cgroup.subtree_control'), '+memory +io +cpu')
  const folderOf = (controller: string) =>
    join(groupRoot, hasOne ? '' : controller, `byname-bench-${process.pid}-${name}`)
  const [memory, disk, processor] = [folderOf('memory'), folderOf('blkio'), folderOf('cpu')]
  const folders = [...new Set([memory, disk, processor])]
  for (const folder of folders) mkdirSync(folder)
  favour(processor)
  if (!existsSync(join(memory, hasOne ? 'memory.max' : 'memory.limit_in_bytes')))
    throw new Error('There is no control group of memory.')
  return {
    processFiles: folders.map((folder) => join(folder, 'cgroup.procs')),
    memory: () => {
      const statistics = readFileSync(join(memory, 'memory.stat'), 'utf8')
      const bytesOf = (field: string) => Number(new RegExp(`^${field} (\\d+)$`, 'm').exec(statistics)?.[1])
      return { own: bytesOf(hasOne ? 'anon' : 'rss'), files: bytesOf(hasOne ? 'file' : 'cache') }
    },
    limitMemory: (bytes) =>
      writeFileSync(join(memory, hasOne ? 'memory.max' : 'memory.limit_in_bytes'), `${bytes}`),
    limitReads: (file, perSecond) => {
      const device = deviceOf(file)
      if (hasOne) writeFileSync(join(disk, 'io.max'), `${device} riops=${perSecond}`)
      else writeFileSync(join(disk, 'blkio.throttle.read_iops_device'), `${device} ${perSecond}`)
    },
    remove: () => {
      for (const folder of folders) rmdirSync(folder)
    },
  }
}

/** Major and minor number of the whole disk. */
function deviceOf(file: string): string {
  const { dev } = statSync(file)
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)]
  const device = realpathSync(`/sys/dev/block/${major}:${minor}`)
  const disk = existsSync(join(device, 'partition')) ? dirname(device) : device
  return readFileSync(join(disk, 'dev'), 'utf8').trim()
}

/** So that its pages are read from the disk. */
export function dropPages(file: string): void {
  execFileSync('sync', [file])
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
}
