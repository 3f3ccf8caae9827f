import { spawnSync } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { buildDocument } from '../../../src/http/openapi/document.ts'

const web = fileURLToPath(new URL('../../../../web/', import.meta.url))

/** The types of the pages' client, which are committed. */
export const apiTypesFile = `${web}src/api/openapi-types.ts`

const annotations = new Set(['description', 'summary', 'example', 'examples', 'operationId', 'title'])

/** From the OpenAPI document of the working copy, without its prose. */
export async function generateApiTypes(): Promise<string> {
  const { status, stdout, stderr } = spawnSync(execPath, [`${web}api-types/generate.js`], {
    input: JSON.stringify(buildDocument({}), withoutProse),
    encoding: 'utf8',
    maxBuffer: 16_777_216,
  })
  if (status !== 0) throw new Error(stderr)
  return `/** Generated from the OpenAPI document: \`npm run api-types\`. */\n\n${stdout}`
}

/** A property of a schema may have the name of an annotation; its value is then an object. */
function withoutProse(key: string, value: unknown): unknown {
  if (annotations.has(key) && (typeof value === 'string' || key.startsWith('example'))) return undefined
  return key === 'responses' ? withOneFailure(value) : value
}

/** All failures have the same envelope. */
function withOneFailure(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [failure] = entries.filter(([status]) => /^[45]/.test(status)).map(([, response]) => response)
  return Object.fromEntries([
    ...entries.filter(([status]) => !/^[45]/.test(status)),
    ...(failure ? [['default', failure]] : []),
  ])
}
