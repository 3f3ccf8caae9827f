import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stderr } from 'node:process'
import type { FastifyBaseLogger as Logger } from 'fastify'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Delivers a new admin key to the operator, once: to the terminal, else into a file of the data folder that only its owner can
 * read. The log names the file, and never the key.
 *
 * @throws OperatorError when the file exists: it is the key of another database, and perhaps its only copy.
 */
export async function writeAdminKey({ dataDir }: Config, log: Logger, key: string): Promise<void> {
  if (stderr.isTTY) {
    stderr.write(`Admin key, shown only once: ${key}\n`)
    return
  }
  const file = join(dataDir, 'admin-key')
  await writeSecretFile(file, key)
  log.warn({ file }, `The first admin key is in ${file}. Move it to where you keep secrets.`)
}

/** Writes a new file that is on disk when this returns, and removes it on failure. */
async function writeSecretFile(file: string, secret: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new OperatorError(
      `${file} holds the admin key of another database. Move it away: this database gets its first key.`,
    )
  })
  try {
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}
