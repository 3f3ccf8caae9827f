import { describe, expect, it } from 'vitest'
import { readSessionToken, sessionCookie } from './session.ts'

const [https, http] = ['https://byname.example', 'http://byname.example']

describe('The cookie of a session', () => {
  const attributesOf = (cookie: string) => cookie.split('; ').toSorted()

  it('rule: behind https it is sent over https alone, and only this host can have set it', () => {
    expect(attributesOf(sessionCookie(https, 'token'))).toEqual([
      ...['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'],
      '__Host-byname_session=token',
    ])
  })

  it.each([http, undefined])('rule: with the public URL %s it is sent without https', (publicUrl) => {
    expect(attributesOf(sessionCookie(publicUrl, 'token'))).toEqual([
      ...['HttpOnly', 'Path=/', 'SameSite=Strict'],
      'byname_session=token',
    ])
  })

  it('rule: without a token the browser removes it', () => {
    expect(attributesOf(sessionCookie(https, null))).toEqual([
      ...['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Strict', 'Secure'],
      '__Host-byname_session=',
    ])
  })

  it.each([
    [https, '__Host-byname_session=one; byname_session=two', 'one'],
    [https, 'byname_session=two', undefined],
    [http, '__Host-byname_session=one; byname_session=two', 'two'],
    [http, '__Host-byname_session=one', undefined],
    [http, 'byname_session=', undefined],
    [http, '', undefined],
    [http, undefined, undefined],
  ])('rule: at %s, the token in the cookies %s is %s', (publicUrl, cookie, token) => {
    expect(readSessionToken({ headers: { cookie } }, publicUrl)).toBe(token)
  })
})
