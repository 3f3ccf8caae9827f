import { describe, expect, it } from 'vitest'
import { isUri, parseAuthority, parseOrigin } from './siwe.ts'

const refused = expect.objectContaining({ name: 'BadRequestException' })

describe('The domain of a message', () => {
  it.each([
    'app.example',
    'acme',
    'localhost:3000',
    '127.0.0.1:8080',
    '[::1]:3000',
    'my_app.example',
    'x.a',
    'App.Example',
  ])('rule: the domain %s is accepted unchanged', (domain) => expect(parseAuthority(domain)).toBe(domain))

  it('rule: a host in Unicode becomes ASCII', () => {
    expect(parseAuthority('bücher.example:8080')).toBe('xn--bcher-kva.example:8080')
  })

  it.each([
    '',
    ':3000',
    'https://app.example',
    'app.example/path',
    'user@app.example',
    'a b',
    'app.example\n',
    'app.example\nURI: https://evil.example',
    'app.example wants you to sign in',
    'app\u2028.example',
    'app\u0085.example',
    'büch er.example',
    'bü\nber.example',
    'app.example:port',
    'app.example:123456',
    '\u{1F468}\u200D\u{1F4BB}\u200D',
  ])('BadRequestException for %j', (domain) => {
    expect(() => parseAuthority(domain)).toThrow(refused)
  })
})

describe('The origin of a message', () => {
  it.each([
    'https://app.example',
    'http://localhost:3333/',
    'https://app.example/path?query=1#part',
    'http://[::1]:3000',
    'capacitor://localhost',
    'ionic://localhost/sign-in',
    'chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb/popup.html',
    'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  ])('rule: the origin %s is kept unchanged', (origin) => expect(parseOrigin(origin)).toBe(origin))

  it('rule: in a message, text that is not ASCII is percent-encoded and a host becomes ASCII', () => {
    expect(parseOrigin('https://bücher.example/größe')).toBe('https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe')
  })

  it.each([
    '',
    'app.example',
    'https://',
    'https://app.example/a b',
    'https://app.example\n',
    'https://app.example/\nVersion: 2',
    'https://app.example/\r',
    'https://app.example/\u2028',
    'app:^',
  ])('BadRequestException for %j', (origin) => {
    expect(() => parseOrigin(origin)).toThrow(refused)
    expect(isUri(origin)).toBe(false)
  })
})
