import { expect, it } from 'vitest'
import { writeTraffic } from '../../../src/core/traffic.ts'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { addressCall, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

type SeriesName = 'lookups' | 'lookupsRefused' | 'lookupP99Ms' | 'requestP50Ms' | 'writes' | 'clientErrors'

type Series = readonly (number | null)[]

type History = Readonly<Record<SeriesName, Series>> & {
  readonly from: string
  readonly to: string
  readonly periodSeconds: number
}

const path = '/byname/v1/metrics/history'
const dayMs = 86_400_000

describeOnEachService('traffic', (service) => {
  const read = async (query = '') => {
    await writeTraffic(service().context)
    const headers = { 'x-api-key': await createAdminKey(service()) }
    return service().call('GET', `${path}?${query}`, { headers })
  }
  const totals = async () => {
    const history = dataOf<History>(await read('resolution=day'))
    const sum = (name: SeriesName) => history[name].reduce<number>((total, count) => total + (count ?? 0), 0)
    return {
      lookups: sum('lookups'),
      lookupsRefused: sum('lookupsRefused'),
      writes: sum('writes'),
      clientErrors: sum('clientErrors'),
    }
  }

  it('rule: lookups, refused lookups, writes and errors count once, in all resolutions', async () => {
    const before = await totals()
    const domain = await service().onboard()
    const afterOnboarding = await totals()
    const resolver = service().resolvers[1]['chain-bound']
    const lookUp = (call: string) => postLookup(service(), resolver, call)
    for (let index = 0; index < 5; index++) await lookUp(encodeLookup(domain.name, addressCall(domain.name)))
    expect((await lookUp('0x')).status).toBe(400)
    await service().call('GET', '/none')
    const workspace = { headers: { 'x-api-key': await createAdminKey(service()) }, body: { name: 'Acme' } }
    expect((await service().call('POST', '/byname/v1/workspaces', workspace)).status).toBe(201)
    expect(await totals()).toEqual({
      lookups: before.lookups + 5,
      lookupsRefused: before.lookupsRefused + 1,
      writes: afterOnboarding.writes + 1,
      clientErrors: afterOnboarding.clientErrors + 1,
    })
    for (const resolution of ['5m', 'hour']) {
      const { lookups, lookupP99Ms } = dataOf<History>(await read(`resolution=${resolution}`))
      expect(lookups.at(-1) ?? lookups.at(-2)).toBeGreaterThanOrEqual(5)
      expect(lookupP99Ms.at(-1) ?? lookupP99Ms.at(-2)).toBeGreaterThan(0)
    }
  })

  it('rule: periods in which no process ran are null, and ranges are bounded', async () => {
    const at = (time: number) => new Date(time).toISOString()
    const range = `resolution=hour&from=${at(dayMs)}&to=${at(2 * dayMs - 1)}`
    const history = dataOf<History>(await read(range))
    expect(history).toMatchObject({ from: at(dayMs), to: at(2 * dayMs), periodSeconds: 3600 })
    expect(history.lookups).toEqual(Array.from({ length: 24 }, () => null))
    expect(history.requestP50Ms).toEqual(history.lookups)
    expectError(await read(`resolution=hour&from=${at(0)}&to=${at(32 * dayMs)}`), 400, 'BadRequestException')
    expectError(await read(`resolution=5m&from=${at(dayMs)}&to=${at(dayMs)}`), 400, 'BadRequestException')
    expectError(await read('resolution=minute'), 400, 'BadRequestException')
  })

  it('rule: keys of workspaces do not read it', async () => {
    const headers = { 'x-api-key': service().key }
    expect((await service().call('GET', path, { headers })).status).toBe(403)
    expect((await service().call('GET', path)).status).toBe(401)
  })
})
