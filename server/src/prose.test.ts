import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname

/** Places where a banned phrase is data. */
const quotations: ReadonlySet<string> = new Set([
  'docs/tutorial.md: nobody',
  'server/src/http/rate-limit/client-key.test.ts: nobody',
  'server/src/core/auth/siwe-message.test.ts: are none',
  'server/test/support/databases/postgres-programs.ts: nobody',
])

const bannedLine = /^- Not: (.*?)\n(?=- )/ms
const contributing = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
const banned = Array.from(
  bannedLine.exec(contributing)?.[1]?.matchAll(/`([^`]+)`/g) ?? [],
  ([, phrase = '']) => phrase,
)
const files = globSync(
  [
    'server/src/**/*.ts',
    'web/src/**/*.{ts,tsx,css}',
    '{sdk,react,keccak}/{src,scripts}/**/*.{ts,tsx,js,css}',
    'docs/**/*.md',
    '*.md',
    '{bench,contracts,devnet,keccak,examples,examples/*}/README.md',
  ],
  {
    cwd: root,
  },
).filter((file) => file !== 'server/src/prose.test.ts')
const testFiles = globSync(
  [
    'server/test/**/*.{ts,sol}',
    '{sdk,react,keccak}/test/**/*.ts',
    '{bench,devnet}/{src,test,scripts}/**/*.ts',
    'contracts/{test,scripts}/**/*.ts',
  ],
  { cwd: root },
)

/** A comment, or a quoted text with a space in it: a title or a sentence, and not a value. */
const commentOrText = /\/\*[\s\S]*?\*\/|\/\/.*|(['"`])(?:\\.|(?!\1)[^\\\n ])* (?:\\.|(?!\1)[^\\\n])*\1/g

describe('the style of the words', () => {
  test('CONTRIBUTING.md lists the banned phrases', () => {
    expect(banned.length).toBeGreaterThan(10)
  })

  test('no source file and no page contains a banned phrase', () => {
    const found = files.flatMap((file) => bannedIn(file, readFileSync(root + file, 'utf8')))
    expect(found.filter((line) => !quotations.has(line))).toEqual([])
  })

  test('no comment, title or sentence of tests, benches and local chains contains a banned phrase', () => {
    const found = testFiles.flatMap((file) => {
      const texts = readFileSync(root + file, 'utf8').match(commentOrText) ?? []
      return bannedIn(file, texts.join('\n'))
    })
    expect(found.filter((line) => !quotations.has(line))).toEqual([])
  })
})

function bannedIn(file: string, text: string): readonly string[] {
  const prose = text.replace(bannedLine, '').replace(/\s[*/\s]*/g, ' ')
  return banned.filter((phrase) => contains(prose, phrase)).map((phrase) => `${file}: ${phrase}`)
}

/** Whether a text contains whole words, in any case. */
function contains(text: string, phrase: string): boolean {
  return new RegExp(`\\b${phrase}\\b`, 'i').test(text)
}
