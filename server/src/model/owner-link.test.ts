import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseOwnerLink } from './owner-link.ts'

describe('The link of an owner', () => {
  test.each([
    ['team@acme.org', 'mailto:team@acme.org'],
    [' team@acme.org ', 'mailto:team@acme.org'],
    ['MAILTO:Team+names@Acme.org', 'mailto:Team+names@Acme.org'],
    ['post@münchen.example', 'mailto:post@münchen.example'],
    ['HTTPS://Acme.Example/a b', 'https://acme.example/a%20b'],
    ['https://acme.example/@team', 'https://acme.example/@team'],
  ])('%j becomes %s', (text, url) => {
    expect(parseOwnerLink(text)).toEqual({ url })
    expect(parseOwnerLink(url)).toEqual({ url })
  })

  test.each([
    ['mailto:team@acme.org?bcc=x@y.example', /is not an http\(s\) URL or a mail address/],
    ['team@acme.org,other@acme.org', /is not/],
    ['team%0a@acme.org', /is not/],
    ['team@acme', /is not/],
    ['mailto:', /is not/],
    ['javascript:alert(1)@a.example', /is not/],
    ['tel:+1234', /is not/],
    ['https://a:b@c.example', /credentials/],
    [`a@${'b'.repeat(60)}.${'c.'.repeat(100)}example`, /254/],
    ['acme', /is not/],
    ['', /is not/],
  ])('attack: %j is refused', (text, problem) => {
    expect(parseOwnerLink(text)).toEqual({ problem: expect.stringMatching(problem) })
  })

  test('rule: of any text, only http, https and mailto without a query become links', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.emailAddress()), (text) => {
        const found = parseOwnerLink(text)
        if ('url' in found) expect(found.url).toMatch(/^(https?:\/\/|mailto:[^?&]+$)/)
      }),
    )
  })
})
