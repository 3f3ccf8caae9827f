import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stderr } from 'node:process'
import type { FastifyBaseLogger as Logger } from 'fastify'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Shows a new admin key once: on the terminal, else in a file of the data folder that only its owner can read. Never
 * logs the key.
 *
 * @throws OperatorError when the file exists: it may be the only copy of another database's key.
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

/** Flushed to disk; removed on failure. */
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
