import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname

/** Places where a banned phrase is data. */
const quotations: ReadonlySet<string> = new Set([
  'docs/tutorial.md: nobody',
  'server/src/http/rate-limit/client-key.test.ts: nobody',
  'server/src/core/auth/siwe-message.test.ts: are none',
])

const bannedLine = /^- Not: (.*?)\n(?=- )/ms
const contributing = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
const banned = Array.from(
  bannedLine.exec(contributing)?.[1]?.matchAll(/`([^`]+)`/g) ?? [],
  ([, phrase = '']) => phrase,
)
const files = globSync(['server/src/**/*.ts', 'docs/**/*.md', '*.md', '{bench,contracts,devnet}/README.md'], {
  cwd: root,
}).filter((file) => file !== 'server/src/prose.test.ts')

describe('the style of the words', () => {
  test('CONTRIBUTING.md lists the banned phrases', () => {
    expect(banned.length).toBeGreaterThan(10)
  })

  test('no source file and no page contains a banned phrase', () => {
    const found = files.flatMap((file) => {
      const text = readFileSync(root + file, 'utf8')
        .replace(bannedLine, '')
        .replace(/\s[*/\s]*/g, ' ')
      return banned.filter((phrase) => contains(text, phrase)).map((phrase) => `${file}: ${phrase}`)
    })
    expect(found.filter((line) => !quotations.has(line))).toEqual([])
  })
})

/** Whether a text contains whole words, in any case. */
function contains(text: string, phrase: string): boolean {
  return new RegExp(`\\b${phrase}\\b`, 'i').test(text)
}
