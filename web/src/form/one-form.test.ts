import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('**/*.tsx', { cwd }).map((file) => ({
  file,
  text: readFileSync(`${cwd}/${file}`, 'utf8'),
}))

/** Files whose text matches. */
function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

test('a form is made by `form/Form.tsx` alone, so that each shows its failures and keeps what was typed', () => {
  // A button alone is sent by the browser. That of the elements for other sites is small, and shows its failures itself.
  expect(filesWith(/<form\b/).toSorted()).toEqual([
    ...['embed/ClaimForm.tsx', 'form/Form.tsx'],
    'public/problem/ProblemPage.tsx',
  ])
})

test('a form that is local sends no write', () => {
  const local = filesWith(/<LocalForm\b/).filter((file) => file !== 'form/Form.tsx')
  expect(local).not.toEqual([])
  const writing = new Set(filesWith(/\buse(Save|Mutation|Action|Batch)\(|\bapi\.(POST|PUT|PATCH|DELETE)\(/))
  expect(local.filter((file) => writing.has(file))).toEqual([])
})
