import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'

/** Of the link with which a wallet becomes the first operator. */
export function setupLinkFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'setup-link')
}

/** The link has been used. */
export async function removeSetupLink(config: Pick<Config, 'dataDir'>): Promise<void> {
  await rm(setupLinkFile(config), { force: true })
}
