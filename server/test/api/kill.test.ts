import { expect, it } from 'vitest'
import { createClient, dataOf, lostConnection } from '../support/api-client.ts'
import { addressOf } from '../support/gateway-client.ts'
import { ethereumAddress, subnameIn } from '../support/names.ts'
import { startServeProcess } from '../support/serve-process.ts'
import { createTenant, environmentOf, withContext } from '../support/service.ts'
import { newWallet, signedHeaders } from '../support/signed-headers.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** How many adds are answered before the process is killed, and how many are under way at any time. */
const answeredBeforeKill = 100
const underWay = 12

describeOnEachDatabase('A process that is killed', (databases) => {
  it('rule: whatever was answered 200 is there after SIGKILL, and resolves', async () => {
    const environment = environmentOf(await temporaryFolder(), await databases.create())
    const { key, demo, resolvers } = await withContext(environment, createTenant)
    const { url, end } = await startServeProcess(environment)
    const call = await createClient(url)
    const wallet = newWallet()
    const headers = { 'x-api-key': key, ...(await signedHeaders(wallet, { chainId: 1 })) }
    const addresses = [ethereumAddress(wallet.address)]

    const answered: string[] = []
    const enough = Promise.withResolvers<void>()
    const addUntilKilled = async (worker: number) => {
      for (let count = 0; ; count++) {
        const label = `name-${worker}-${count}`
        const body = { ...subnameIn(demo[1], label), addresses }
        const answer = await call('POST', '/ens/v1/subname/add', { headers, body }).catch(lostConnection)
        if (!answer) return
        dataOf(answer)
        answered.push(label)
        if (answered.length === answeredBeforeKill) enough.resolve()
      }
    }
    const workers = Promise.all(Array.from({ length: underWay }, (_, worker) => addUntilKilled(worker)))
    await Promise.race([enough.promise, workers])
    expect(await end('SIGKILL')).toBeNull()
    await workers
    expect(answered.length).toBeGreaterThanOrEqual(answeredBeforeKill)

    const restarted = await startServeProcess(environment)
    const client = { call: await createClient(restarted.url) }
    for (const label of answered) {
      const name = `${label}.demo.eth`
      dataOf(await client.call('GET', `/ens/v1/subname/subname?chainId=1&subname=${name}`))
      expect(await addressOf(client, resolvers[1]['chain-bound'], name)).toBe(wallet.address)
    }
    expect(await restarted.end('SIGTERM')).toBe(0)
  })
})
