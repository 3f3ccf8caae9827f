import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { lowerCaseHex } from '../../../src/crypto/hex.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

const settings = { NAMESTONE_FACADE: 'on', NAMESPACE_FACADE: 'on', RATE_LIMIT_EXPENSIVE_PER_IP: '10000' }

describeOnEachService(
  'bounds of searches through facades',
  (service) => {
    let small: Domain
    let large: Domain
    const holder = lowerCaseHex(createWallet().address)
    const recordsWith = (value: string, team: string) => ({
      ...emptyRecords,
      texts: [
        { key: 'notes', value },
        { key: 'team', value: team },
      ],
    })
    beforeAll(async () => {
      small = await service().onboard()
      large = await service().onboard()
      const text = randomBytes(7_500).toString('hex')
      await insertSubnames(service().context.store, [
        ...Array.from({ length: 60 }, (_, index) =>
          newSubname(small, `s${index}`, { holder, records: recordsWith(text, index % 2 ? 'a"b' : 'c') }),
        ),
        ...Array.from({ length: 700 }, (_, index) =>
          newSubname(large, `l${index}`, {
            holder,
            records: recordsWith(text.repeat(4).slice(0, 50_000), 'c'),
          }),
        ),
      ])
    })

    const search = async (body: object) => {
      const start = process.cpuUsage()
      const response = await fetch(`${service().url}/api/v1/subnames/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const json = (await response.json()) as { totalItems?: number; message?: string }
      const { user, system } = process.cpuUsage(start)
      return { status: response.status, ...json, cpuMs: (user + system) / 1000 }
    }

    it.each([
      ['labels', 'aα.'.repeat(62_500)],
      ['signs of patterns', '%_'.repeat(30_000)],
      ['one character more than the bound', 'a'.repeat(256)],
      ['letters that normalization makes longer', 'ﷺ'.repeat(100_000)],
    ])('400 for a search text of %s, before it is normalized', async (_what, labelSearch) => {
      const found = await search({ parentName: small.name, labelSearch })
      expect(found).toMatchObject({
        status: 400,
        message: 'Validation failed: labelSearch must have at most 255 characters',
      })
      expect(found.cpuMs).toBeLessThan(500)
    })

    it.each(['%'.repeat(255), 'ﷺ'.repeat(255), 'α.'.repeat(127), '\\'.repeat(255)])(
      'a search text at the bound finds nothing, quickly: %j',
      async (labelSearch) => {
        const found = await search({ parentName: small.name, labelSearch })
        expect(found).toMatchObject({ status: 200, totalItems: 0 })
        expect(found.cpuMs).toBeLessThan(1_000)
      },
    )

    it('a search by texts compares whole values, on any page', async () => {
      const find = (textRecords: object, rest = {}) =>
        search({ parentName: small.name, textRecords, ...rest })
      expect(await find({ team: 'c' })).toMatchObject({ status: 200, totalItems: 30 })
      expect(await find({ team: 'a"b' }, { size: 7, page: 5 })).toMatchObject({ status: 200, totalItems: 30 })
      expect(await find({ team: 'a' })).toMatchObject({ status: 200, totalItems: 0 })
      expect(await find({ c: 'team' })).toMatchObject({ status: 200, totalItems: 0 })
    })

    it('a search by texts that no name has decodes no records, and one that is too large is 400', async () => {
      const absent = await search({ parentName: small.name, textRecords: { zz: 'q' } })
      expect(absent).toMatchObject({ status: 200, totalItems: 0 })
      const found = await search({ parentName: large.name, textRecords: { team: 'c' } })
      expect(found).toMatchObject({ status: 400, message: expect.stringContaining('are too large') })
      expect(found.cpuMs).toBeLessThan(1_500)
    })

    it('400 for a page whose records are too large, and 200 for a smaller one', async () => {
      expect(await search({ parentName: large.name, size: 100 })).toMatchObject({
        status: 400,
        message: 'Validation failed: size must be smaller: the records of these names are too large',
      })
      expect(await search({ parentName: large.name, size: 10 })).toMatchObject({
        status: 200,
        totalItems: 700,
      })
    })

    it('503 for a second search by texts of one client at the same time', async () => {
      const bodies = Array.from({ length: 8 }, () => ({ parentName: small.name, textRecords: { team: 'c' } }))
      const statuses = (await Promise.all(bodies.map(search))).map(({ status }) => status)
      expect(statuses).toContain(200)
      expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    })

    it('searches without texts may be sent at the same time', async () => {
      const bodies = Array.from({ length: 8 }, () => ({ parentName: small.name, owner: holder }))
      const statuses = (await Promise.all(bodies.map(search))).map(({ status }) => status)
      expect(statuses).toEqual(Array(8).fill(200))
    })

    it.each([
      [
        { textRecords: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'v'])) },
        'at most 20 members',
      ],
      [{ textRecords: { k: 'v'.repeat(16_385) } }, 'no longer than a text record'],
      [{ owner: '0'.repeat(1_001) }, 'at most 1000 characters'],
      [{ parentName: 'a'.repeat(1_001) }, 'at most 1000 characters'],
      [{ parentNames: Array.from({ length: 101 }, () => 'a.eth') }, 'at most 100 names'],
    ])('400 for %j', async (changes, message) => {
      expect(await search({ parentName: small.name, ...changes })).toMatchObject({
        status: 400,
        message: expect.stringContaining(message),
      })
    })

    it('get-names: a key of another workspace reads what is public, and names without records fit in a page', async () => {
      const { key } = await createWorkspaceWithKey(service())
      const get = async (query: string, headers: Record<string, string> = {}) => {
        const response = await fetch(`${service().url}/api/public_v1/get-names?domain=${query}`, { headers })
        const body = (await response.json()) as readonly { name: string }[]
        return {
          status: response.status,
          count: new Set(Array.isArray(body) ? body.map(({ name }) => name) : []).size,
          isExpensive: response.headers.get('ratelimit-policy')?.includes('"expensive"') ?? false,
        }
      }
      const expected = { status: 200, count: 50, isExpensive: false }
      expect(await get(small.name)).toEqual(expected)
      expect(await get(small.name, { authorization: key })).toEqual(expected)
      expect((await get(small.name, { authorization: 'unknown' })).status).toBe(401)
      for (const [limit, count] of [
        [600, 600],
        [1000, 700],
      ])
        expect(await get(`${large.name}&limit=${limit}&text_records=0`)).toEqual({
          ...{ status: 200, count, isExpensive: true },
        })
      expect(await get(`${large.name}&limit=5&text_records=0`)).toEqual({ ...expected, count: 5 })
      expect((await get(`${large.name}&limit=1000`)).status).toBe(400)
      expect((await get(`${small.name}&address=${'0x12,'.repeat(1_001)}`)).status).toBe(400)
    })
  },
  { settings },
)
