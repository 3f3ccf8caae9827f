import { writeFile } from 'node:fs/promises'
import { stderr } from 'node:process'
import type { FastifyBaseLogger as Logger } from 'fastify'
import type { Config } from '../config/config.ts'
import { setupLinkFile } from '../http/session/setup-link-file.ts'

/**
 * Shows the link with which a wallet becomes the first operator: on the terminal, else in a file of the data folder that
 * only its owner can read. Its use removes the file, a later start replaces it. Never logs the link.
 */
export async function writeSetupLink(config: Config, log: Logger, link: string): Promise<void> {
  if (stderr.isTTY) {
    stderr.write(`Open this link once, within a day, to become the operator: ${link}\n`)
    return
  }
  const file = setupLinkFile(config)
  await writeFile(file, `${link}\n`, { mode: 0o600 })
  log.warn({ file }, `No wallet is an operator. Open the link in ${file} within a day to become one.`)
}
