import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname, subnameBody } from '../../support/entities/subnames.ts'
import { encodeTextCall } from '../../support/gateway/calls.ts'
import { decodeResponse, encodeLookup, postLookup } from '../../support/gateway/client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('A malformed lookup that resembles a cached one', (service) => {
  const resolver = () => service().resolvers[1]['chain-bound']
  const name = 'victim.demo.eth'
  const callData = encodeLookup(name, encodeTextCall(name, 'url'))

  /** Requests whose resolver id and data, concatenated, equal those of the genuine request. */
  const collidingRequests = (data: Hex) => {
    const { id } = resolver()
    return [
      () => service().call('GET', `/ccip/${id}0x/x/${data.slice(2)}`),
      () => service().call('GET', `/ccip/${id.slice(0, -1)}/x/${id.at(-1)}${data}`),
      () => service().call('POST', `/ccip/${id}0x`, { body: { data: data.slice(2) } }),
      () => service().call('POST', `/ccip/${id}`, { body: { data: `/${data}` } }),
    ]
  }

  it('rule: a malformed lookup that resembles a cached one is rejected, and no genuine lookup fails with it, under constant writes', async () => {
    const holder = createWallet()
    await seedSubname(service(), service().demo[1], 'victim', {
      addresses: [ethereumAddress(holder.address)],
      text: [{ key: 'url', value: 'genuine' }],
    })
    const other = createWallet()
    await seedSubname(service(), service().demo[1], 'writer', { addresses: [ethereumAddress(other.address)] })
    const headers = await signedHeaders(other, { chainId: 1 })
    await decodeResponse(resolver(), callData, await postLookup(service(), resolver(), callData))

    let isOver = false
    const write = async () => {
      for (let count = 0; !isOver; count++) {
        const body = {
          ...subnameBody(service().demo[1], 'writer'),
          text: [{ key: 'url', value: `${count}` }],
        }
        await service().call('POST', '/ens/v1/subname/update', { headers, body })
      }
    }
    const attack = async (send: () => Promise<{ status: number }>) => {
      const statuses = new Set<number>()
      while (!isOver) statuses.add((await send()).status)
      return statuses
    }
    const others = [write(), ...collidingRequests(callData).map(attack)]
    for (let count = 0; count < 200; count++)
      await decodeResponse(resolver(), callData, await postLookup(service(), resolver(), callData))
    isOver = true
    const [, ...refusals] = await Promise.all(others)
    for (const statuses of refusals) for (const status of statuses ?? []) expect([400, 404]).toContain(status)
  })
})
