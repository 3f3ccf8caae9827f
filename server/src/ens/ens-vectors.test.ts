import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'
import { formatContenthash, parseContenthash } from './contenthash.ts'
import { normalizeName } from './names.ts'

const folder = new URL('../../test/vectors/', import.meta.url)

function readVectors<Vectors>(file: string): Vectors {
  const bytes = readFileSync(new URL(file, folder))
  return JSON.parse(`${file.endsWith('.gz') ? gunzipSync(bytes) : bytes}`) as Vectors
}

const invalid = (name: string) => expect.objectContaining({ name, status: 400 })

describe('vectors of address-encoder', () => {
  const vectors = readVectors<readonly [coinType: number, text: string, hex: Hex][]>('address-encoder.json')

  /**
   * Texts whose address is shown in another form: the legacy form of Bitcoin Cash, which is that of Bitcoin, and the
   * chain in front of an Avalanche address, which the binary form lacks. The error names the usual form.
   */
  const isRefused = (coinType: number, text: string) =>
    (coinType === 145 && /^[13]/.test(text)) || (coinType === 9000 && /^[PX]-/.test(text))

  test('rule: the 227 vectors are read and formatted, but for eight in a form that is shown otherwise', () => {
    expect(vectors).toHaveLength(227)
    const refused = vectors.filter(([coinType, text]) => isRefused(coinType, text))
    expect(refused).toHaveLength(8)
    for (const [coinType, text, hex] of refused) {
      const usual = formatAddress(coinType, hex)
      expect(() => parseAddress(coinType, text)).toThrow(invalid('InvalidRecordException'))
      expect(() => parseAddress(coinType, text)).toThrow(`If "${usual}" is the same address, send that.`)
      expect(parseAddress(coinType, usual)).toBe(hex)
    }
    for (const [coinType, text, hex] of vectors.filter((vector) => !refused.includes(vector))) {
      expect(parseAddress(coinType, text), text).toBe(hex)
      expect(formatAddress(coinType, hex), text).toBe(text)
      // Coders must not have state.
      expect(parseAddress(coinType, text), text).toBe(hex)
    }
  })
})

describe('vectors of content-hash', () => {
  const {
    valid,
    decodeOnly,
    invalid: texts,
  } = readVectors<{
    readonly valid: readonly [uri: string, hex: string, decoded: string][]
    readonly decodeOnly: readonly [hex: string, protocol: string, decoded: string][]
    readonly invalid: readonly string[]
  }>('content-hash.json')

  test.each(valid)('rule: %s', (uri, hex, decoded) => {
    expect(parseContenthash(uri)).toBe(`0x${hex}`)
    expect(formatContenthash(`0x${hex}`)).toEqual({ protocolType: uri.split('://')[0], decoded })
  })

  test.each(decodeOnly)('rule: %s is shown, and cannot be written any more', (hex, protocolType, decoded) => {
    expect(formatContenthash(`0x${hex}`)).toEqual({ protocolType, decoded })
    expect(() => parseContenthash(`${protocolType}://${decoded}`)).toThrow(invalid('InvalidRecordException'))
  })

  test.each(texts)('400 for %s', (uri) => {
    expect(() => parseContenthash(uri)).toThrow(invalid('InvalidRecordException'))
  })
})

describe('vectors of ens-normalize', () => {
  const vectors = readVectors<readonly [name: string, normal: string | null][]>('ens-normalize.json.gz')

  test('rule: the 38,614 names have their normal form or none; the empty name is no name here', () => {
    expect(vectors).toHaveLength(38_614)
    const differing = vectors.filter(([name, normal]) => normalFormOf(name) !== normal)
    expect(differing).toEqual([['', '']])
  })
})

function normalFormOf(name: string): string | null {
  try {
    return normalizeName(name)
  } catch (error) {
    expect(error).toEqual(invalid('InvalidNameException'))
    return null
  }
}
