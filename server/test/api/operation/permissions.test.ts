import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { runInShell } from '../../support/service/command.ts'
import { createTenant, testEnvironment, withContext } from '../../support/service/service.ts'

it.skipIf(process.platform === 'win32')(
  'rule: a database, a restored one and a backup are readable by their owner only, with any umask and folder',
  async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o755)
    const environment = testEnvironment(folder, undefined)
    await withContext(environment, createTenant)
    const backup = join(folder, 'names.byname.gz')
    const copy = join(folder, 'copy.db')
    await runInShell(
      `umask 000; npm run -s byname -- backup ${backup}; DATABASE_URL=sqlite:${copy} npm run -s byname -- restore ${backup}`,
      environment,
    )
    for (const file of [join(folder, 'byname.db'), backup, copy])
      expect([file, (await stat(file)).mode & 0o777]).toEqual([file, 0o600])
  },
)
