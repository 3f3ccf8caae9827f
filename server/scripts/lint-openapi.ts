import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { env, exit } from 'node:process'
import { buildDocument } from '../src/http/openapi/document.ts'

/** Where the document is written; `redocly.yaml` has the same path. */
const folder = 'node_modules/.cache/byname-openapi'

// Writes the OpenAPI document, without a service or a database, and runs the linter over it, which stays offline.
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/openapi.json`, `${JSON.stringify(buildDocument({}), null, 2)}\n`)
const { status } = spawnSync('node_modules/.bin/redocly', ['lint', '--format', 'stylish'], {
  stdio: 'inherit',
  env: { ...env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
})
exit(status ?? 1)
