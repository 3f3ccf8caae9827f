import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assertComplete } from '../../scripts/messages-plugin.ts'
import { languages } from './languages.ts'

const folder = new URL('../../messages/', import.meta.url)
const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
const english = read('en')

describe('The messages of the public pages', () => {
  test('rule: there is a file for each language of the switch', () => {
    const files = readdirSync(folder).map((file) => file.replace('.json', ''))
    expect(files.toSorted()).toEqual(Object.keys(languages).toSorted())
  })

  test.each(Object.keys(languages))(
    'rule: %s has every message, with the values of the English one',
    (language) => {
      expect(() => assertComplete(language, english, read(language))).not.toThrow()
    },
  )

  test.each([
    ['a message is missing', { 'claim.free': undefined }, /^messages\/de\.json: claim\.free is missing\.$/],
    ['a message has no English one', { 'claim.new': 'Neu' }, /claim\.new is not in English/],
    [
      'a value is missing',
      { 'claim.taken': 'Vergeben' },
      /claim\.taken has the values none in place of name/,
    ],
    ['a value has another name', { 'claim.taken': 'Vergeben: {nam}' }, /has the values nam in place of name/],
  ])('rule: the build fails where %s', (_, change, reason) => {
    const changed = Object.entries({ ...read('de'), ...change }).filter(([, text]) => text !== undefined)
    expect(() =>
      assertComplete('de', english, Object.fromEntries(changed) as Record<string, string>),
    ).toThrow(reason)
  })

  test('rule: every message is used', () => {
    const sources = readdirSync(new URL('../', import.meta.url), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
      .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8'))
    const server = new URL('../../../server/src/http/documents/', import.meta.url)
    sources.push(...readdirSync(server).map((name) => readFileSync(new URL(name, server), 'utf8')))
    const text = sources.join('\n')
    // Composed of the status, and of the state of a seal.
    const unused = Object.keys(english).filter(
      (key) =>
        !text.includes(`'${key}'`) && !/^(problem\.(\d+|other)|seal\.(signed|ended|unsigned))$/.test(key),
    )
    expect(unused).toEqual([])
  })
})
