import { expect, it } from 'vitest'
import { connectionString, parsePostgresUrl } from './connection.ts'
import { connectionAdvice } from './fault-advice.ts'

it('rule: TLS modes that pg warns of are the one that it treats them as', () => {
  const url = (tail: string) => `postgres://names:secret@host:5432/names?${tail}`
  for (const mode of ['require', 'prefer', 'verify-ca'])
    for (const [before, after] of [
      ['', ''],
      ['a=b&', '&c=d'],
    ])
      expect(connectionString(url(`${before}sslmode=${mode}${after}`))).toBe(
        url(`${before}sslmode=verify-full${after}`),
      )
  for (const tail of [
    'sslmode=no-verify',
    'sslmode=disable',
    'uselibpqcompat=true&sslmode=require',
    'xsslmode=require',
  ])
    expect(connectionString(url(tail))).toBe(url(tail))
})

it('rule: a certificate file that cannot be read is named, the password is not', () => {
  const parse = () =>
    parsePostgresUrl('postgres://names:secret@host/names?sslmode=verify-full&sslrootcert=/absent.pem')
  expect(parse).toThrow(
    /^A certificate file of the PostgreSQL URL cannot be read \(ENOENT\): \/absent\.pem\.$/,
  )
  expect(parse).not.toThrow('secret')
})

it('rule: an unknown authority leads to advice, other errors do not', () => {
  const advice = (code: string) => connectionAdvice(Object.assign(new Error('no'), { code }))
  expect(advice('SELF_SIGNED_CERT_IN_CHAIN')).toContain('?sslmode=verify-full&sslrootcert=')
  expect(advice('ECONNREFUSED')).toBeUndefined()
})
