import { randomBytes } from 'node:crypto'
import { getAddress, toHex } from 'viem'
import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { checkLabel, domainPath, postAllowList, setPolicy } from '../../support/entities/policies.ts'
import { readEventLog } from '../../support/events/event-log.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const randomAddress = () => toHex(randomBytes(20))

interface Page {
  readonly count: number
  readonly data: readonly string[]
  readonly next: string | null
}

describeOnEachService('An allow-list', (service) => {
  const upload = (domain: Domain, csv: string | Uint8Array<ArrayBuffer>) =>
    postAllowList(service(), domain, csv)
  const read = async (domain: Domain, query = '') =>
    dataOf<Page>(
      await service().call('GET', domainPath(domain, 'allow-list') + query, {
        headers: { 'x-api-key': service().key },
      }),
    )
  const remove = async (domain: Domain) =>
    dataOf(
      await service().call('DELETE', domainPath(domain, 'allow-list'), {
        headers: { 'x-api-key': service().key },
      }),
    )

  it('rule: the first column of a CSV file, with a header, quotes, a byte order mark and repetitions', async () => {
    const domain = await service().onboard()
    const [one, two, three] = [randomAddress(), randomAddress(), randomAddress()]
    const csv = `\uFEFFaddress,name\r\n${one},"A, B"\r\n\r\n"${getAddress(two)}";x\r\n  ${three}\t1\n${one.toUpperCase().replace('0X', '0x')}`
    expect(dataOf(await upload(domain, csv))).toEqual({ count: 3 })
    const addresses = [one, two, three].toSorted().map((address) => getAddress(address))
    expect(await read(domain)).toEqual({ count: 3, data: addresses, next: null })
  })

  it('rule: a list replaces the one before; pages follow each other; a removal empties it', async () => {
    const domain = await service().onboard()
    const old = randomAddress()
    dataOf(await upload(domain, old))
    const addresses = Array.from({ length: 5 }, randomAddress)
    dataOf(await upload(domain, addresses.join('\n')))
    const first = await read(domain, '&limit=2')
    const second = await read(domain, `&limit=2&after=${first.next}`)
    const third = await read(domain, `&limit=2&after=${second.next}`)
    expect([first.count, third.next]).toEqual([5, null])
    expect([...first.data, ...second.data, ...third.data]).toEqual(
      addresses.toSorted().map((address) => getAddress(address)),
    )
    expect([await remove(domain), await remove(domain)]).toEqual([{ removed: 5 }, { removed: 0 }])
    expect(await read(domain)).toEqual({ count: 0, data: [], next: null })
    const events = (await readEventLog(service().context.store)).filter(({ name }) => name === domain.name)
    expect(events.flatMap(({ type, changes }) => (type === 'domain.policy_changed' ? changes : []))).toEqual(
      [
        [0, 1],
        [1, 5],
        [5, 0],
      ].map(([before, after]) => ({ field: 'allowList', key: null, before, after })),
    )
  })

  it.each([
    ['line 2', 'a wrong checksum', `address\n0x70997970c51812dc3A010C7d01b50e0d17dc79C8`],
    ['line 3', 'text', `${randomAddress()}\n\nalice.eth`],
    ['line 1', 'a short address', '0x1234'],
    ['UTF-8', 'another encoding', new Uint8Array([0x30, 0xff, 0xfe])],
    ['no address', 'an empty file', ''],
    ['no address', 'a header alone', 'address\n'],
    ['line 2', 'one endless line', `address\n${'x'.repeat(2_000_000)}`],
  ])('400 that names %s of a file with %s, and the list stays', async (part, _, csv) => {
    const domain = await service().onboard()
    dataOf(await upload(domain, randomAddress()))
    const refused = await upload(domain, csv)
    expectError(refused, 400, 'BadRequestException')
    expect(JSON.stringify(refused.body)).toContain(part)
    expect(JSON.stringify(refused.body).length).toBeLessThan(400)
    expect(await read(domain)).toMatchObject({ count: 1 })
  })

  it('413 for a file above 12 MiB, 400 for more than 250,000 addresses', async () => {
    const domain = await service().onboard()
    expectError(await upload(domain, '\n'.repeat(12 * 2 ** 20 + 1)), 413, 'PayloadTooLargeException')
    const many = Array.from({ length: 250_001 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    expectError(await upload(domain, many.join('\n')), 400, 'BadRequestException')
    expect(await read(domain)).toMatchObject({ count: 0 })
  })

  it('rule: 100,000 addresses are stored while names are added', async () => {
    const domain = await service().onboard()
    await setPolicy(service(), domain, { claims: 'open', isAllowListed: true })
    const addresses = Array.from({ length: 100_000 }, randomAddress)
    expect(dataOf(await upload(domain, addresses.join('\n')))).toEqual({ count: 100_000 })
    expect(await checkLabel(service(), domain, 'alice', addresses[77_777])).toMatchObject({
      outcome: 'claimable',
    })
    expect(await checkLabel(service(), domain, 'alice', randomAddress())).toMatchObject({
      rule: 'allow-list',
    })
  })
})
