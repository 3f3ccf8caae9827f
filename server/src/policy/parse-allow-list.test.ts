import { describe, expect, it } from 'vitest'
import { parseAllowList } from './parse-allow-list.ts'

const parse = (text: string) => parseAllowList(Buffer.from(text), async () => {})
const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'ab'.repeat(20)}`]

describe('parseAllowList', () => {
  it.each([
    ['line feeds', `${two}\n${one}\n`],
    ['carriage returns', `${two}\r${one}`],
    ['both', `${two}\r\n\r\n${one}\r\n`],
    ['further columns', `${two},x,y\n${one};1\n${one}\t2`],
    ['quotes', `"${two}","a\n${one}`],
    ['a header', `wallet address, note\n${one}\n${two}`],
    ['a byte order mark', `\uFEFF${one}\n${two}`],
    ['upper case', `0x${two.slice(2).toUpperCase()}\n${one}`],
  ])('reads %s, in ascending order', async (_, text) => {
    expect(await parse(text)).toEqual([one, two])
  })

  it.each([
    ['a second header', `address\naddress\n`, 'line 2'],
    ['an address inside', `x\nalice ${one}`, 'line 2'],
    ['41 digits', `${one}1`, 'line 1'],
    ['a wrong checksum', `\n\n0x70997970c51812dc3A010C7d01b50e0d17dc79C8`, 'line 3: .* EIP-55'],
  ])('throws for %s', async (_, text, message) => {
    await expect(parse(text)).rejects.toThrow(new RegExp(message))
  })

  it('names a text that is no address by its first 60 characters', async () => {
    await expect(parse(`${one}\n0x${'z'.repeat(58)}cut`)).rejects.toThrow(
      `file: line 2: "0x${'z'.repeat(58)}" is not an address: 0x and 40 hex digits.`,
    )
  })

  it('rule: 250,000 addresses are read, and one more is refused', async () => {
    const file = Array.from(
      { length: 250_000 },
      (_, index) => `0x${index.toString(16).padStart(40, '0')}`,
    ).join('\n')
    await expect(parse(file)).resolves.toHaveLength(250_000)
    await expect(parse(`${file}\n${two}`)).rejects.toThrow('file: has more than 250000 addresses.')
  })

  it('rule: other work runs between any two lines', async () => {
    let yields = 0
    await parseAllowList(Buffer.from(`${one}\n\n${two}`), async () => {
      yields++
    })
    expect(yields).toBeGreaterThanOrEqual(3)
  })

  it('rule: a line of 12 MiB takes no longer than many', async () => {
    const start = performance.now()
    await expect(parse(`address\n${'"'.repeat(6_000_000)}`)).rejects.toThrow('line')
    await expect(parse(' '.repeat(6_000_000) + one)).resolves.toEqual([one])
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
