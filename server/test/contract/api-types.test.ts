import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import { apiTypesFile } from '../support/openapi/api-types.ts'

const script = fileURLToPath(new URL('../../scripts/write-api-types.ts', import.meta.url))

// In a process of its own, as the command runs: other tests of this one register schemas too.
test('rule: the types of the pages are those of the OpenAPI document (`npm run api-types` writes them)', async () => {
  const written = join(await temporaryFolder(), 'openapi-types.ts')
  execFileSync(execPath, [script, written])
  expect(readFileSync(apiTypesFile, 'utf8') === readFileSync(written, 'utf8')).toBe(true)
})
