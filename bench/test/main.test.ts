import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../server/test/support/folders.ts'
import { pathOf, readFromRoot } from '../../server/test/support/project-files.ts'

const run = promisify(execFile)
const main = pathOf('bench/src/main.ts')

test('rule: a log has the report, which begins with what the machine takes', async () => {
  const log = join(await temporaryFolder(), 'bench.md')
  const { stdout } = await run(process.execPath, [
    main,
    ...['start', '--quick', '--database', 'sqlite', '--log', log],
  ])
  expect(stdout).toMatch(/a request to a bare `node:http` server.*## .*## Budgets/s)
  expect(await readFile(log, 'utf8')).toBe(stdout)
})

test('rule: a rented machine runs benchmarks that exist', async () => {
  const command = /npm run bench -- (.*)/.exec(await readFromRoot('bench/cloud-init.yaml'))?.[1] ?? ''
  const options = [...command.split(' '), '--database', 'none']
  await expect(run(process.execPath, [main, ...options])).rejects.toThrow('There is no database "none"')
})
