import { join } from 'node:path'
import type { Answers } from './answers.ts'
import { isThere } from './machine.ts'
import type { Settings } from './settings-file.ts'

interface AnchorKeyPlace {
  readonly data: string
  readonly settings: Settings
  readonly make: () => Promise<void>
}

/** Beside a key that is in the settings, none is made. */
export function anchorKeyStep(
  { files, chainId }: Pick<Answers, 'files' | 'chainId'>,
  open: () => Promise<AnchorKeyPlace>,
) {
  return {
    title: 'key of the anchor',
    findActions: async () => {
      if (!files) return []
      const { data, settings, make } = await open()
      const isInSettings = settings[`ANCHOR_KEY_${chainId}`] || settings[`ANCHOR_KMS_KEY_${chainId}`]
      if (isInSettings || (await isThere(join(data, `anchor-key-${chainId}`)))) return []
      return [{ title: `make the key of the anchor of chain ${chainId} in ${data}`, apply: make }]
    },
  }
}
