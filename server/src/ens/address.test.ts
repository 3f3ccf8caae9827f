import { base58UncheckedEncode, createBech32Encoder } from '@ensdomains/address-encoder/utils'
import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'
import { defaultEvmCoinType, evmCoinType } from './coin-types.ts'

const invalidRecord = expect.objectContaining({ name: 'InvalidRecordException', status: 400 })

/** A text with a right checksum for so many bytes. */
function bech32(prefix: string, bytes: number) {
  return createBech32Encoder(prefix)(new Uint8Array(bytes).fill(7))
}

const checksummed = '0x314159265dD8dbb310642f98f50C066173C1259b'
const binary = '0x314159265dd8dbb310642f98f50c066173c1259b'

describe('vectors of ENSIP-9 and ENSIP-11', () => {
  const vectors: [string, number, string, Hex][] = [
    [
      'BTC P2PKH',
      0,
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
    ],
    ['BTC P2SH', 0, '3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6', '0xa91462e907b15cbf27d5425399ebf6f0fb50ebb88f1887'],
    [
      'BTC segwit',
      0,
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '0x0014751e76e8199196d454941c45d1b3a323f1433bd6',
    ],
    ['LTC', 2, 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz', '0x76a914a5f4d12ce3685781b227c1f39548ddef429e978388ac'],
    ['DOGE', 3, 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', '0x76a9144620b70031f0e9437e374a2100934fba4911046088ac'],
    ['ETH', 60, checksummed, binary],
    ['XRP', 144, 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', '0x004b4e9c06f24296074f7bc48f92a97916c6dc5ea9'],
    [
      'XRP X-address',
      144,
      'X7qvLs7gSnNoKvZzNWUT2e8st17QPY64PPe7zriLNuJszeg',
      '0x05444b4e9c06f24296074f7bc48f92a97916c6dc5ea9000000000000000000',
    ],
    [
      'BCH',
      145,
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      '0x76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac',
    ],
    [
      'SOL',
      501,
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      '0x06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9',
    ],
    [
      'ADA Byron (Icarus)',
      1815,
      'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi',
      '0x83581cba970ad36654d8dd8f74274b733452ddeab9a62a397746be3c42ccdda000',
    ],
    [
      'ADA Byron (Daedalus)',
      1815,
      'DdzFFzCqrhsrcTVhLygT24QwTnNqQqQ8mZrq5jykUzMveU26sxaH529kMpo7VhPrt5pwW3dXeB2k3EEvKcNBRmzCfcQ7dTkyGzTs658C',
      '0x83581c62145da0c4df494aef8018515e540e96d179ec9d4b8aceee7bb9bc09a101581e581c36033c7deb0f075eae01dc90de562cb9ac13aad2548e415850df2ff300',
    ],
    [
      'ADA Shelley',
      1815,
      'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w',
      '0x6079467c69a9ac66280174d09d62575ba955748b21dec3b483a9469a65',
    ],
    ['BNB', 714, 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2', '0x40c2979694bbc961023d1d27be6fc4d21a9febe6'],
    ['Base', evmCoinType(8453), checksummed, binary],
    ['an unlisted chain', evmCoinType(11155111), checksummed, binary],
    ['the EVM default', defaultEvmCoinType, checksummed, binary],
  ]
  test.each(vectors)(
    'rule: %s is stored in binary form and formatted as it was given',
    (_, coinType, text, hex) => {
      expect(parseAddress(coinType, text)).toBe(hex)
      expect(formatAddress(coinType, hex)).toBe(text)
    },
  )
})

describe('EVM addresses', () => {
  test.each([
    ['all in lower case', binary],
    ['all in upper case', `0x${binary.slice(2).toUpperCase()}`],
  ])('rule: %s is accepted and formatted with its checksum', (_, text) => {
    expect(formatAddress(60, parseAddress(60, text))).toBe(checksummed)
  })

  test.each([
    ['a wrong checksum', '0x314159265dD8dbb310642f98f50C066173C1259B'],
    ['no 0x', binary.slice(2)],
    ['19 bytes', binary.slice(0, -2)],
    ['21 bytes', `${binary}00`],
    ['an invalid digit', `${binary.slice(0, -1)}g`],
    ['a space', `${binary} `],
    ['the empty text', ''],
  ])('400 for %s', (_, text) => {
    expect(() => parseAddress(60, text)).toThrow(invalidRecord)
    expect(() => parseAddress(evmCoinType(10), text)).toThrow(invalidRecord)
  })

  test('property: every address survives the round trip through its binary form', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
    // Of mainnet, 60 is the coin type.
    const evmCoinTypes = fc
      .integer({ min: defaultEvmCoinType, max: 2 ** 32 - 1 })
      .filter((coinType) => coinType !== defaultEvmCoinType + 1)
    fc.assert(
      fc.property(address, evmCoinTypes, (hex, coinType) => {
        expect(formatAddress(coinType, hex)).toBe(getAddress(hex))
        expect(parseAddress(coinType, getAddress(hex))).toBe(hex)
      }),
    )
  })
})

describe('other coins', () => {
  test.each([
    ['a wrong checksum', 0, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['an address of another coin', 0, checksummed],
    ['31 bytes for SOL', 501, '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJzi'],
    ['a text that the NANO coder reads as no bytes', 165, 'Hello'],
    [
      'the old prefix of NANO, which its coder reads as a part of the key',
      165,
      'xrb_15dng9kx49xfumkm4q6qpaxneie6oynebiwpums3ktdd6t3f3dhp69nxgb38',
    ],
    ['one byte for XMR', 128, '1T'],
    ['two bytes for AR', 472, 'abc'],
    ['33 bytes for SOL', 501, base58UncheckedEncode(new Uint8Array(33).fill(7))],
    ['the hash of a key and a byte more for ATOM', 118, bech32('cosmos', 21)],
    ['a form of BCH that is listed as another text', 145, '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'],
    ['the empty text', 539, ''],
  ])('400 for %s', (_, coinType, text) => {
    expect(() => parseAddress(coinType, text)).toThrow(invalidRecord)
  })

  test.each([
    ['BTC in capitals', 0, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['BCH without its prefix', 145, 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['RSK in lower case', 137, '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['NIM without spaces', 242, 'NQ1837VMK2Y52HPY5U802E0UVHUJR7RKQSNE'],
    [
      'XMR',
      128,
      '4BKjy1uVRTPiz4pHyaXXawb82XpzLiowSDd8rEQJGqvN6AD6kWosLQ6VJXW9sghopxXgQSh1RTd54JdvvCRsXiF41xvfeW5',
    ],
    ['AR', 472, '-2-V5-wJaBUvfZgJ7vvZ2P3uoVwvCzJ5U8tCiH0ysSE'],
    ['XLM', 148, 'GAI3GJ2Q3B35AOZJ36C4ANE3HSS4NK7WI6DNO4ZSHRAX6NG7BMX6VJER'],
    ['ATOM', 118, 'cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27'],
  ])('rule: %s is accepted', (_, coinType, text) => {
    const shown = formatAddress(coinType, parseAddress(coinType, text))
    expect(parseAddress(coinType, shown)).toBe(parseAddress(coinType, text))
  })

  test('400 with the usual spelling of the same address', () => {
    const legacy = () => parseAddress(145, '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu')
    expect(legacy).toThrow('"bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"')
  })

  test('400 for a text of more than 512 characters', () => {
    expect(() => parseAddress(0, '1'.repeat(513))).toThrow('An address has at most 512 characters.')
  })

  test.each([-1, 0.5, 2 ** 32, Number.NaN])('400 for coin type %d', (coinType) => {
    expect(() => parseAddress(coinType, checksummed)).toThrow(invalidRecord)
  })
})

describe('Cardano addresses that are not framed as such never reach the decoder', () => {
  test.each([
    ['a byte string without end', '5f00'],
    ['a text without end', '7f60'],
    ['an array of 2^64-1 elements', '9bffffffffffffffff'],
    ['a payload without end', '82d8185f00'],
    ['a checksum that is a list without end', '82d8185803aabbcc9f'],
    ['a frame that is cut', '82d81858'],
    ['a payload that is cut', '82d8185803aa'],
    ['a wrong checksum', '82d8185803aabbcc1a00000000'],
  ])('400 for %s', (_, cbor) => {
    const text = base58UncheckedEncode(Uint8Array.from(Buffer.from(cbor, 'hex')))
    expect(() => parseAddress(1815, text)).toThrow(invalidRecord)
  })
})

test('rule: bytes that are not an address are formatted as hex', () => {
  expect(formatAddress(60, '0x1234')).toBe('0x1234')
  expect(formatAddress(0, '0x1234')).toBe('0x1234')
  expect(formatAddress(9999, '0x1234')).toBe('0x1234')
})

test('property: a text is either stored in a form that can be formatted, or rejected with 400', () => {
  const coinType = fc.constantFrom(0, 2, 3, 60, 61, 118, 137, 144, 148, 195, 283, 354, 397, 501, 1815)
  const text = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{1,64}$/))
  fc.assert(
    fc.property(coinType, text, (type, value) => {
      let stored: Hex
      try {
        stored = parseAddress(type, value)
      } catch (error) {
        expect(error).toEqual(invalidRecord)
        return
      }
      const shown = formatAddress(type, stored)
      expect(parseAddress(type, shown)).toBe(stored)
      if (type !== 60) expect(shown.toLowerCase()).toBe(value.toLowerCase())
    }),
    { numRuns: 1000 },
  )
})

describe('Starknet addresses', () => {
  const checksummed = '0x02Fd23d9182193775423497fc0c472E156C57C69E4089A1967fb288A2d84e914'
  const stored = checksummed.toLowerCase()
  test.each([
    ['with its checksum', checksummed],
    ['in lower case', stored],
    ['in upper case', `0x${stored.slice(2).toUpperCase()}`],
    ['without its leading zeros', `0x${stored.slice(3)}`],
    ['without its leading zeros, with its checksum', `0x${checksummed.slice(3)}`],
  ])('rule: an address %s is stored as 32 bytes and formatted with its checksum', (_, text) => {
    expect(parseAddress(9004, text)).toBe(stored)
    expect(formatAddress(9004, parseAddress(9004, text))).toBe(checksummed)
  })

  const prime = 2n ** 251n + 17n * 2n ** 192n + 1n
  test.each([
    ['a wrong checksum', checksummed.replace('Fd', 'fD')],
    ['no digits', '0x'],
    ['no 0x', stored.slice(2)],
    ['65 digits', `0x0${stored.slice(2)}`],
    ['the prime of the field', `0x${prime.toString(16)}`],
  ])('400 for %s', (_, text) => {
    expect(() => parseAddress(9004, text)).toThrow(invalidRecord)
  })

  test('rule: the highest element of the field and zero are addresses', () => {
    for (const value of [prime - 1n, 0n])
      expect(BigInt(parseAddress(9004, `0x${value.toString(16)}`))).toBe(value)
  })

  test('property: every address survives the round trip, however many leading zeros it has', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: prime - 1n }),
        fc.integer({ min: 0, max: 251 }),
        (value, shift) => {
          const hex: Hex = `0x${(value >> BigInt(shift)).toString(16).padStart(64, '0')}`
          expect(parseAddress(9004, formatAddress(9004, hex))).toBe(hex)
          expect(parseAddress(9004, hex)).toBe(hex)
        },
      ),
    )
  })
})

test('rule: an AION address is accepted each time', () => {
  const aion = '0xa0c24fbbecf42184d1ca8e9401ddaa2a99f69f3560e3d6c673de3c8a0be2a8eb'
  for (let count = 0; count < 4; count++) expect(parseAddress(425, aion)).toBe(aion)
})

describe('coin types without a known text form', () => {
  const ton = '0x00b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe'
  test.each([
    ['TON', 607, ton],
    ['Aptos', 637, `0x${'1f'.repeat(32)}`],
    ['one byte', 9999, '0x00'],
  ])('rule: hexadecimal digits of %s are stored and formatted as they are', (_, coinType, text) => {
    expect(parseAddress(coinType, text)).toBe(text)
    expect(parseAddress(coinType, `0x${text.slice(2).toUpperCase()}`)).toBe(text)
    expect(formatAddress(coinType, parseAddress(coinType, text))).toBe(text)
  })

  test.each([
    ['another text', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
    ['half a byte', '0x123'],
    ['no bytes', '0x'],
    ['no 0x', 'b113'],
  ])('400 for %s, and the error names the form', (_, text) => {
    expect(() => parseAddress(607, text)).toThrow(invalidRecord)
    expect(() => parseAddress(607, text)).toThrow(/expected 0x and the hex digits of the binary address\.$/)
  })
})
