import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiTypesFile, generateApiTypes } from '../support/api-types.ts'

test('rule: the types of the pages are those of the OpenAPI document (`npm run api-types` writes them)', async () => {
  expect(readFileSync(apiTypesFile, 'utf8') === (await generateApiTypes())).toBe(true)
})
