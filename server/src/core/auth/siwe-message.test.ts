import fc from 'fast-check'
import { getAddress } from 'viem'
import { createSiweMessage, parseSiweMessage as viemParse } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { webUrl } from '../../../test/support/arbitrary-text.ts'
import { toHex } from '../../crypto/hex.ts'
import { formatSiweMessage, parseSiweMessage, type SiweMessage } from './siwe.ts'

const message: SiweMessage = {
  domain: 'app.example',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  statement: 'Sign in.',
  uri: 'https://app.example/',
  chainId: 1,
  nonce: 'a1b2c3d4e5f6',
  issuedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  expirationTime: Date.UTC(2026, 0, 2, 3, 6, 5, 678),
  notBefore: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  resources: ['byname:action/append-field', 'https://app.example/terms'],
}

const text = formatSiweMessage(message)

const bare: SiweMessage = {
  ...message,
  statement: null,
  expirationTime: null,
  notBefore: null,
  resources: [],
}

/** Messages with every field that a client may fill or leave out. */
const messages: fc.Arbitrary<SiweMessage> = fc.record({
  scheme: fc.constantFrom(undefined, 'https', 'http', 'capacitor'),
  domain: fc.constantFrom(
    'acme',
    'localhost:3000',
    '127.0.0.1:8080',
    '[::1]:80',
    'my_app.example',
    'a.example',
  ),
  address: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes))),
  statement: fc.option(fc.stringMatching(/^[ -~]{1,80}$/)),
  uri: webUrl,
  chainId: fc.constantFrom(1, 11155111),
  nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/),
  issuedAt: fc.integer({ min: 0, max: 4e12 }),
  expirationTime: fc.option(fc.integer({ min: 0, max: 4e12 })),
  notBefore: fc.option(fc.integer({ min: 0, max: 4e12 })),
  resources: fc.array(webUrl, { maxLength: 3 }),
})

describe('EIP-4361 messages', () => {
  it('rule: a formatted sign-in message is parsed back, with any fields', () => {
    fc.assert(
      fc.property(messages, (written) => {
        expect(parseSiweMessage(formatSiweMessage(written))).toEqual(written)
      }),
    )
  })

  it.each([
    ['all fields', message],
    ['the required fields alone', bare],
  ])("rule: a message with %s is formatted as viem's own builder formats it", (_title, written) => {
    const { issuedAt, expirationTime, notBefore, statement, resources, ...rest } = written
    const built = createSiweMessage({
      ...rest,
      version: '1',
      issuedAt: new Date(issuedAt),
      ...(statement !== null && { statement }),
      ...(expirationTime !== null && { expirationTime: new Date(expirationTime) }),
      ...(notBefore !== null && { notBefore: new Date(notBefore) }),
      ...(resources.length > 0 && { resources: [...resources] }),
    })
    expect(formatSiweMessage(written)).toBe(built)
    expect(viemParse(built)).toMatchObject({ domain: written.domain, nonce: written.nonce })
  })

  it.each(['acme', 'localhost:3000', '192.168.0.1:3000', '[::1]:3000', 'my_app:8080', 'a.b'])(
    'rule: the domain %s is parsed',
    (domain) => expect(parseSiweMessage(formatSiweMessage({ ...message, domain }))).toMatchObject({ domain }),
  )

  it('rule: the letters of times may be of either case (RFC 3339 §5.6)', () => {
    fc.assert(
      fc.property(messages, fc.infiniteStream(fc.boolean()), (written, isLower) => {
        const spelled = formatSiweMessage(written).replace(
          /(?<=^(?:Issued At|Expiration Time|Not Before): .*)[TZ]/gm,
          (letter) => (isLower.next().value ? letter.toLowerCase() : letter),
        )
        expect(parseSiweMessage(spelled)).toEqual(written)
      }),
    )
  })

  it.each([
    [
      'a scheme before the domain',
      text.replace('app.example wants', 'HTTPS://app.example wants'),
      { ...message, scheme: 'https' },
    ],
    ['an address in lower case', text.replace(message.address, message.address.toLowerCase()), message],
    [
      'one empty line where the statement would be',
      formatSiweMessage(bare).replace('\n\n\nURI', '\n\nURI'),
      bare,
    ],
    ['a request id', text.replace('\nResources', '\nRequest ID: 7\nResources'), message],
    [
      'times with an offset and without milliseconds',
      formatSiweMessage(bare).replace(/Issued At: .+/, 'Issued At: 2026-01-02T05:04:05+02:00'),
      { ...bare, issuedAt: Date.UTC(2026, 0, 2, 3, 4, 5) },
    ],
    ['resources that are none', `${formatSiweMessage(bare)}\nResources:`, bare],
  ])('rule: %s is parsed', (_title, given, read) => expect(parseSiweMessage(given)).toEqual(read))

  it.each([
    ['the empty text', ''],
    ['text before it', `Hello\n${text}`],
    ['text after it', `${text}\nAnd more`],
    ['a second message in it', `${text}\n${text}`],
    ['no domain', text.replace('app.example wants', ' wants')],
    ['a space in the domain', text.replace('app.example wants', 'app example wants')],
    ['user information in the domain', text.replace('app.example wants', 'app@evil.example wants')],
    ['an address cut short', text.replace('dc79C8', 'dc79C')],
    ['a statement of two lines', text.replace('Sign in.', 'Sign\nin.')],
    ['no URI', text.replace(/URI: .+\n/, '')],
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['no version', text.replace('Version: 1\n', '')],
    ['a chain that is no number', text.replace('Chain ID: 1', 'Chain ID: 0x1')],
    ['a nonce of seven characters', text.replace(/Nonce: .+/, 'Nonce: a1b2c3d')],
    ['a nonce with a hyphen', text.replace(/Nonce: .+/, 'Nonce: a1b2c3d4-e5f6')],
    ['no issued-at', text.replace(/Issued At: .+\n/, '')],
    ['a time in words', text.replace(/Issued At: .+/, 'Issued At: yesterday')],
    ['a time of another form', text.replace(/Issued At: .+/, 'Issued At: Fri, 02 Jan 2026 03:04:05 GMT')],
    ['a 13th month', text.replace(/Expiration Time: 2026-01/, 'Expiration Time: 2026-13')],
    ['the 30th of February', text.replace(/Issued At: 2026-01-02/, 'Issued At: 2026-02-30')],
    [
      'the 29th of February of a year without one',
      text.replace(/Not Before: .{10}/, 'Not Before: 2026-02-29'),
    ],
    ['the hour 24', text.replace(/Issued At: 2026-01-02T03:04:05.678/, 'Issued At: 2026-01-02T24:00:00')],
    ['fields in another order', text.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['a resource with a space', text.replace('/terms', '/terms of use')],
  ])('rule: a message with %s is malformed', (_title, given) => expect(parseSiweMessage(given)).toBeNull())

  it('rule: any text is parsed or rejected, and never throws', () => {
    const line = fc.constantFrom(...text.split('\n'), '', 'URI: x')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 16 }), (lines) => {
        const read = parseSiweMessage(lines.join('\n'))
        return read === null || read.address === message.address
      }),
    )
  })
})
