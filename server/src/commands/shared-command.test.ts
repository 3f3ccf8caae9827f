import { describe, expect, it } from 'vitest'
import { command, defaulted, flag, formatCell, optional, repeated, required } from './shared.ts'

/** A command of every kind of option, and what it was last run with. */
function everyOption() {
  const runs: unknown[] = []
  const made = command({
    name: 'things make',
    summary: 'make things',
    operands: ['first', 'second'],
    options: {
      owner: required('name'),
      colour: optional('word'),
      part: repeated('id'),
      overlap: defaulted('seconds', '3600'),
      json: flag,
    },
    run: async (input) => {
      runs.push(input)
    },
  })
  return { made, runs }
}

describe('a command', () => {
  it('a command prints its usage', () => {
    expect(everyOption().made.usage).toBe(
      'byname things make <first> <second> --owner <name> [--colour <word>] [--part <id>]... ' +
        '[--overlap <seconds>] [--json]',
    )
  })

  it('rule: absent options are undefined, empty, false or the fallback', async () => {
    const { made, runs } = everyOption()
    await made.run(['a', 'b', '--owner', 'me'])
    const options = { owner: 'me', part: [], overlap: '3600', json: false }
    expect(runs).toEqual([{ operands: ['a', 'b'], options }])
  })

  it('rule: options may be at any position, and a repeated one is a list', async () => {
    const { made, runs } = everyOption()
    await made.run([
      '--part',
      '1',
      'a',
      '--owner=me',
      '--json',
      'b',
      '--colour',
      'red',
      '--part',
      '2',
      '--overlap',
      '0',
    ])
    const options = { owner: 'me', colour: 'red', part: ['1', '2'], overlap: '0', json: true }
    expect(runs).toEqual([{ operands: ['a', 'b'], options }])
  })

  it.each([
    [['a', 'b']],
    [['a', 'b', '--owner', '']],
    [['a', '--owner', 'me']],
    [['a', 'b', 'c', '--owner', 'me']],
  ])('rule: %j is rejected with the usage', async (args) => {
    const { made, runs } = everyOption()
    await expect(made.run(args)).rejects.toThrow(`Usage: ${made.usage}`)
    expect(runs).toEqual([])
  })

  it('rule: an unknown option is rejected', async () => {
    const { made } = everyOption()
    await expect(made.run(['a', 'b', '--owner', 'me', '--size', '1'])).rejects.toThrow(
      "Unknown option '--size'",
    )
  })
})

it.each([
  [null, '-'],
  [undefined, '-'],
  ['text', 'text'],
  [false, 'false'],
  [['a', 'b'], 'a,b'],
  [{ accent: '#fff' }, '{"accent":"#fff"}'],
  [[{ key: 'url', value: 'x' }], '{"key":"url","value":"x"}'],
  [{ title: 'a\u001bb' }, '{"title":"a\\u001bb"}'],
])('a command prints %j as %s', (value, text) => {
  expect(formatCell(value)).toBe(text)
})
