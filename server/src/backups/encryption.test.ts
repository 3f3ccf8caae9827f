import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { OperatorError } from '../errors.ts'
import { createIdentity, decrypt, encrypt, parseIdentities, withCheckedHeader } from './encryption.ts'

async function* inChunks(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return buffer(bytes)
}

async function encryptedFor(recipient: string, plain: Uint8Array): Promise<Buffer> {
  return collect(await encrypt(recipient, inChunks(plain)))
}

describe('The encryption of backups', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    'rule: %i bytes are the same after decryption',
    async (size) => {
      const { identity, recipient } = await createIdentity()
      const plain = randomBytes(size)
      const cipher = await encryptedFor(recipient, plain)
      for (const chunk of [7, 1_000_000])
        expect(await collect(await decrypt([identity], inChunks(cipher, chunk)))).toEqual(plain)
    },
  )

  it('rule: each change of one byte, each cut and each addition is refused', async () => {
    const { identity, recipient } = await createIdentity()
    const cipher = await encryptedFor(recipient, randomBytes(100))
    const altered = [...cipher.keys()].flatMap((index) => {
      const changed = Buffer.from(cipher)
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8))
      return [changed, cipher.subarray(0, index)]
    })
    for (const bytes of [...altered, Buffer.concat([cipher, Buffer.from([0])])]) {
      const reading = decrypt([identity], inChunks(bytes)).then(collect)
      await expect(reading).rejects.toThrow(OperatorError)
    }
  })

  it('rule: a file that ends between two of its chunks is refused', async () => {
    const { identity, recipient } = await createIdentity()
    const cipher = await encryptedFor(recipient, randomBytes(3 * 65_536))
    const payload = cipher.length - 3 * (65_536 + 16)
    for (const chunks of [0, 1, 2]) {
      const cut = cipher.subarray(0, payload + chunks * (65_536 + 16))
      const reading = decrypt([identity], inChunks(cut)).then(collect)
      await expect(reading).rejects.toThrow('it was altered or cut')
    }
  })

  it('rule: another identity decrypts nothing, and one of several does', async () => {
    const [owner, other] = [await createIdentity(), await createIdentity()]
    const cipher = await encryptedFor(owner.recipient, Buffer.from('names'))
    await expect(decrypt([other.identity], inChunks(cipher))).rejects.toThrow('encrypted to another identity')
    const plain = await decrypt([other.identity, owner.identity], inChunks(cipher))
    expect((await collect(plain)).toString()).toBe('names')
  })

  it('rule: a header of other programs, of a passphrase, of several recipients or without an end is refused', async () => {
    const { recipient } = await createIdentity()
    const cipher = await encryptedFor(recipient, Buffer.from('names'))
    const [first = '', stanza = '', body = ''] = cipher.toString('latin1').split('\n')
    const mac = `--- ${'A'.repeat(43)}\n`
    for (const head of [
      'age-encryption.org/v2\n',
      `${first}\n-> scrypt ${'A'.repeat(22)} 18\n${body}\n${mac}`,
      `${first}\n${stanza}\n${body}\n${stanza}\n${body}\n${mac}`,
      `${first}\n${mac}`,
      `${first}\n${'A'.repeat(20_000)}`,
      '',
    ])
      await expect(collect(withCheckedHeader(inChunks(Buffer.from(head, 'latin1'))))).rejects.toThrow(
        OperatorError,
      )
    expect(await collect(withCheckedHeader(inChunks(cipher, 1)))).toEqual(cipher)
  })

  it('rule: a mistyped recipient is refused', async () => {
    const { recipient } = await createIdentity()
    const last = recipient.endsWith('q') ? 'p' : 'q'
    await expect(encrypt(`${recipient.slice(0, -1)}${last}`, inChunks(Buffer.alloc(1)))).rejects.toThrow(
      'BACKUP_RECIPIENT is mistyped',
    )
  })

  it('rule: a file of identities has comments and identities, and nothing else', async () => {
    const { identity, recipient } = await createIdentity()
    expect(parseIdentities(`# public key: ${recipient}\r\n\n${identity}\n`, 'key')).toEqual([identity])
    for (const text of ['', '# nothing\n', recipient, `${identity}\nanything`, `${identity}\n`.repeat(21)])
      expect(() => parseIdentities(text, 'key')).toThrow('key is no file of identities')
  })
})
