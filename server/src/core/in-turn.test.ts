import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Files of which a transaction locks no row that requests to one domain, workspace or webhook wait for; or that run in the background. */
const others: readonly string[] = [
  'api-keys.ts',
  'api-requests.ts',
  'archives/export.ts',
  'domains/former-gateway.ts',
  'events/compact.ts',
  'images/unused-images.ts',
  'oauth/authorize.ts',
  'operators.ts',
  'primary-names.ts',
  'resolvers/resolvers.ts',
  'resolvers/signers.ts',
  'resolvers/update.ts',
  'retention.ts',
  'sessions.ts',
  'statistics.ts',
  'traffic.ts',
  'webhooks/deliver.ts',
  'webhooks/dispatcher.ts',
  'workspaces.ts',
]

it('rule: a transaction takes its turn, or is one that no other waits for', () => {
  const folder = import.meta.dirname
  const without = globSync('**/*.ts', { cwd: folder }).filter((file) => {
    if (file.endsWith('.test.ts')) return false
    const code = readFileSync(join(folder, file), 'utf8').replaceAll(/\s+/g, '')
    return /(?:store|db)\.transaction\(/.test(code)
  })
  expect(without.toSorted()).toEqual(others)
})
