import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hasUnknownMember, unknownMembers } from './unknown-members.ts'
import { validatorCompiler } from './validation.ts'

const schema = z.object({
  username: z.string(),
  chainId: z.number().optional(),
  items: z.array(z.object({ label: z.string() })).default([]),
  open: z.looseObject({}).optional(),
})

function found(value: unknown) {
  return unknownMembers(schema, value)
    .map(({ path, nearest }) => [path.join('.'), nearest])
    .toArray()
}

function isRefused(result: unknown): result is { readonly error: Error } {
  return typeof result === 'object' && result !== null && 'error' in result
}

describe('unknownMembers', () => {
  test.each([
    [{ username: 'a', chainId: 1, items: [{ label: 'a' }] }, []],
    [{ userName: 'a' }, [['userName', 'username']]],
    [{ username: 'a', chainid: 1 }, [['chainid', 'chainId']]],
    [{ username: 'a', userName: 'b' }, [['userName', undefined]]],
    [{ items: [{ label: 'a' }, { lable: 'b' }] }, [['items.1.lable', 'label']]],
    [{ other: 1 }, [['other', undefined]]],
    [{ other: null }, []],
    [{ open: { any: 1 } }, []],
    [{ items: 'none' }, []],
    ['text', []],
  ])('of %j are %j', (value, expected) => {
    expect(found(value)).toEqual(expected)
    expect(hasUnknownMember(schema, value)).toBe(expected.length > 0)
  })

  test('property: whether a value has any is what a search for them finds', () => {
    const forms = z.object({
      item: z.discriminatedUnion('action', [
        z.object({ action: z.literal('issue'), label: z.string(), text: z.array(schema).nullable() }),
        z.object({ action: z.enum(['revoke', 'update']), label: z.string().optional() }),
      ]),
      note: z.string().transform(Number).pipe(z.number()),
      further: z.record(z.string(), z.unknown()).default({}),
      items: z.array(schema).prefault([]),
    })
    const key = fc.constantFrom(
      'action',
      'label',
      'text',
      'item',
      'note',
      'further',
      'items',
      'username',
      'open',
    )
    const leaf = fc.constantFrom('issue', 'revoke', 'update', 'x', 1, null, undefined)
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
      ),
    }))
    const value = fc.record(
      { item: fc.dictionary(key, tree), items: tree, further: tree },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(value, tree), (input) => {
        const isFound = unknownMembers(forms, input).next().done !== true
        expect(hasUnknownMember(forms, input)).toBe(isFound)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a long name is shortened, and compared with none', () => {
    expect(found({ ['k'.repeat(100_000)]: 1 })).toEqual([[`${'k'.repeat(40)}…`, undefined]])
  })
})

describe('the validator', () => {
  const validate = (value: unknown, url = '/ens/v1/test') => {
    const result: unknown = validatorCompiler({ schema, method: 'POST', url, httpPart: 'body' })(value)
    return isRefused(result) ? result.error.message : 'valid'
  }
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`further-${index}`, 1]))

  test('rule: outside /byname a hundred further members are ignored, and more are refused', () => {
    expect(validate({ username: 'a', ...many(100) })).toBe('valid')
    expect(validate({ username: 'a', ...many(101) })).toContain('has more than 100 members')
  })

  test('below /byname the first ten are named', () => {
    expect(validate({ username: 'a', ...many(12) }, '/byname/v1/test')).toMatch(
      /^further-0: is not known; .*further-9: is not known; and 2 more$/,
    )
  })
})
