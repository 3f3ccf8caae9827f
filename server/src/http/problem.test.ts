import { describe, expect, it } from 'vitest'
import { AppError, errorNames, statusOf } from '../errors.ts'
import { acceptsProblem, isFailureEnvelope, toProblem } from './problem.ts'
import { failureEnvelope } from './schema/envelope.ts'

describe('Problems of RFC 9457', () => {
  it.each([
    ['application/problem+json', true],
    ['application/json, Application/Problem+JSON;q=0.5', true],
    ['text/html , application/problem+json ; charset=utf-8', true],
    ['application/problem+json;q=0', false],
    ['application/problem+json; q=0.000', false],
    ['application/json', false],
    ['*/*', false],
    ['application/*', false],
    ['application/problem+jsonx', false],
    [undefined, false],
  ])('rule: Accept: %s asks for one: %s', (accept, expected) => {
    expect(acceptsProblem(accept)).toBe(expected)
  })

  it('rule: each error has a problem with its status, sentence, code and a title of words', () => {
    for (const name of errorNames) {
      const envelope = failureEnvelope(new AppError(name, 'What is wrong: and what to do.'))
      expect(isFailureEnvelope(envelope)).toBe(true)
      expect(toProblem(envelope)).toEqual({
        type: `/guide/errors#${name}`,
        title: expect.stringMatching(/^[A-Z][A-Za-z]*( [a-z]+| [A-Z]+)*$/),
        status: statusOf(name),
        detail: 'What is wrong: and what to do.',
        code: name,
      })
    }
  })

  it.each([
    ['SubnameNotFoundException', 'Subname not found'],
    ['InvalidApiKeyException', 'Invalid api key'],
    ['EnsNotFound', 'Ens not found'],
    ['UriTooLongException', 'Uri too long'],
  ])('the title of %s is %s', (code, title) => {
    expect(toProblem({ statusCode: 404, result: { data: null, error: `${code}: No.`, code } })).toMatchObject(
      {
        title,
      },
    )
  })

  it('what stands beside the result is kept', () => {
    const failed = { statusCode: 403, result: { data: null, error: 'A: b', code: 'A' }, rule: 'reserved' }
    expect(toProblem(failed)).toMatchObject({ rule: 'reserved' })
  })
})
