import MessageFormat from '@messageformat/core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorNames, statusOf } from '../../../server/src/errors.ts'
import english from '../../messages/en.json' with { type: 'json' }
import { ApiError } from '../api/api-error.ts'
import { type Messages, setMessages } from '../text/messages.ts'
import { explainError, isPassing, setAudience } from './wallet-error.ts'

beforeAll(() => {
  const format = new MessageFormat('en')
  const compiled = Object.entries(english).map(([key, text]) => [key, format.compile(text)])
  setMessages('en', Object.fromEntries(compiled) as Messages)
})
afterEach(() => setAudience('page'))

/** As a sentence of the service may be. */
const sentence = 'label: acme.eth is not onboarded on chain 11155111, disallowed character: " " {20}'

describe('Why the service has refused', () => {
  test.each(errorNames)('rule: %s has a sentence for visitors of another site', (name) => {
    setAudience('site')
    const shown = explainError(new ApiError(name, sentence, statusOf(name)))
    expect(shown).toMatch(/^[A-Z][^{}]+\.$/)
    expect(shown).not.toContain(sentence)
  })

  test.each(errorNames)('rule: %s is shown whole in the console', (name) => {
    setAudience('console')
    expect(explainError(new ApiError(name, sentence, statusOf(name)))).toBe(sentence)
  })

  test('rule: a page shows the sentence of the service about a field, and no other', () => {
    const shown = errorNames.filter(
      (name) => explainError(new ApiError(name, sentence, statusOf(name))) === sentence,
    )
    expect(shown).toEqual(errorNames.filter((name) => statusOf(name) === 400))
  })

  test('rule: trying again is offered where it can help', () => {
    const passing = errorNames.filter((name) => isPassing(new ApiError(name, sentence, statusOf(name))))
    expect(passing.map(statusOf).toSorted()).toEqual(expect.arrayContaining([408, 429, 500, 502, 503, 504]))
    expect(passing.filter((name) => statusOf(name) < 500).toSorted()).toEqual([
      'RequestTimeoutException',
      'TooManyRequestsException',
    ])
    expect(isPassing(new TypeError('Failed to fetch'))).toBe(true)
  })
})
