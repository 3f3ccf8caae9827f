import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formatIssue } from './validation.ts'

function messagesOf(schema: z.ZodType, value: unknown) {
  return schema.safeParse(value, { error: formatIssue }).error?.issues.map(({ message }) => message)
}

const variants = z.discriminatedUnion('action', [
  z.object({ action: z.literal('issue') }),
  z.object({ action: z.literal('put') }),
])

describe('The sentence of a validation issue', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['an absent member', z.string(), undefined, 'is missing'],
    ['null for a required member', z.string(), null, 'is missing'],
    ['a number for text', z.string(), 5, 'is not text'],
    ['text for a boolean', z.boolean(), 'yes', 'is not true or false'],
    ['an object for a list', z.array(z.string()), {}, 'is not a list'],
    ['text for a file', z.file(), 'bytes', 'is not a file'],
    ['text for an object', z.object({}), 'a', 'is not an object'],
    ['a type without a name', z.symbol(), 5, 'is not of the right type'],
    ['empty text', z.string().min(1), '', 'is empty'],
    ['an empty list', z.array(z.string()).min(1), [], 'is empty'],
    ['text that is too short', z.string().min(3), 'a', 'has less than 3 characters'],
    ['text that is too long', z.string().max(3), 'abcd', 'has more than 3 characters'],
    ['a list that is too long', z.array(z.string()).max(1), ['a', 'b'], 'has more than 1 entries'],
    ['a number that is too small', z.number().min(1), 0, 'is less than 1'],
    ['a number that is too large', z.number().max(1), 2, 'is more than 1'],
    ['a value that is not in a list', z.enum(['a', 'b']), 'c', 'is not one of a, b'],
    ['a form that there is not', variants, { action: 'isue' }, 'is not one of issue, put'],
    ['an absent form', variants, {}, 'is missing'],
    ['an invalid time', z.iso.datetime(), 'now', 'is not a time in ISO 8601, such as 2030-01-01T00:00:00Z'],
    ['text of another form', z.string().regex(/^a$/), 'b', 'does not have the documented form'],
    ['anything else', z.string().refine(() => false), 'a', 'is not valid'],
  ])('%s', (_, schema, value, sentence) => expect(messagesOf(schema, value)).toEqual([sentence]))

  it('rule: messages of the schema itself take precedence', () => {
    expect(messagesOf(z.string('is no name'), 5)).toEqual(['is no name'])
  })
})
