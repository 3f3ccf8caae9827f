import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSiweMessage } from './siwe.ts'

interface Fields {
  readonly scheme?: string | null
  readonly domain: string
  readonly address: string
  readonly statement?: string | null
  readonly uri: string
  readonly chainId: number
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | null
  readonly notBefore?: string | null
  readonly resources?: readonly string[] | null
}

const { positive, negative } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/siwe-parsing.json', import.meta.url), 'utf8'),
) as {
  readonly positive: readonly [title: string, message: string, fields: Fields][]
  readonly negative: readonly [title: string, message: string][]
}

/** A name and a password in front of a host are shown by wallets and hide it. */
const hasUserInfo = ([title]: readonly [string, ...unknown[]]) => title.includes('userinfo')

/** An address in lower case is the same address; some wallets write it so. */
const hasOtherCase = ([title]: readonly [string, ...unknown[]]) => title === 'address not EIP-55'

const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : null)

describe('vectors of siwe-parser', () => {
  it.each(positive.filter((vector) => !hasUserInfo(vector)))(
    'rule: accepted: %s',
    (_title, message, fields) => {
      expect(parseSiweMessage(message)).toEqual({
        scheme: fields.scheme ?? undefined,
        domain: fields.domain,
        address: fields.address,
        statement: fields.statement ?? null,
        uri: fields.uri,
        chainId: fields.chainId,
        nonce: fields.nonce,
        issuedAt: timeOf(fields.issuedAt),
        expirationTime: timeOf(fields.expirationTime),
        notBefore: timeOf(fields.notBefore),
        resources: fields.resources ?? [],
      })
    },
  )

  const refused = [...positive.filter(hasUserInfo), ...negative.filter((vector) => !hasOtherCase(vector))]
  it.each(refused.map(([title, message]) => ({ title, message })))('rule: refused: $title', ({ message }) => {
    expect(parseSiweMessage(message)).toBeNull()
  })

  it.each(negative.filter(hasOtherCase))('rule: accepted, unlike in siwe-parser: %s', (_title, message) => {
    expect(parseSiweMessage(message)?.address).toBe('0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946')
  })
})
