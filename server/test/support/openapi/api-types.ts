import { spawnSync } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { errorNames } from '../../../src/errors.ts'
import { buildDocument } from '../../../src/http/openapi/document.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The types of the interface, which are committed: those of the SDK and of the pages. */
export const apiTypesFile = `${root}sdk/src/openapi-types.ts`

const annotations = new Set(['description', 'summary', 'example', 'examples', 'operationId', 'title'])

/** From the OpenAPI document of the working copy, without its prose, and the table of errors. */
export async function generateApiTypes(): Promise<string> {
  const { status, stdout, stderr } = spawnSync(execPath, [`${root}web/api-types/generate.js`], {
    input: JSON.stringify(buildDocument({}), withoutProse),
    encoding: 'utf8',
    maxBuffer: 16_777_216,
  })
  if (status !== 0) throw new Error(stderr)
  const names = errorNames.map((name) => `  | '${name}'\n`).join('')
  return [
    '/** Generated from the OpenAPI document: `npm run api-types`. */\n',
    stdout,
    '/** The word before the colon in `result.error` of a failure. */',
    `export type ErrorName =\n${names}`,
  ].join('\n')
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
