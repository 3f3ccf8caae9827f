import { randomInt } from 'node:crypto'
import type { TreeFile } from '../frozen/tree.ts'

/** Larger files are left out, which bounds the memory. */
const maxContentBytes = 262_144

export interface Sample {
  readonly offer: (file: TreeFile) => void
  readonly items: () => readonly TreeFile[]
}

/** So many of all that are offered, each as likely as any other, by reservoir sampling. */
export function createSample(size: number): Sample {
  const kept: TreeFile[] = []
  let offered = 0
  return {
    offer: ({ hash, content }) => {
      if (content.length > maxContentBytes) return
      offered += 1
      const index = kept.length < size ? kept.length : randomInt(offered)
      if (index < size) kept[index] = { hash: Uint8Array.from(hash), content: Uint8Array.from(content) }
    },
    items: () => kept,
  }
}
