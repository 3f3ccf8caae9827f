import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux has its control groups. */
export const groupRoot = '/sys/fs/cgroup'

/** Whether all controllers share one hierarchy. */
export function isVersion2(): boolean {
  return existsSync(join(groupRoot, 'cgroup.controllers'))
}
