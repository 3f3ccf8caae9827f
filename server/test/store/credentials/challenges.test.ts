import { expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { Challenge } from '../../../src/model/challenge.ts'
import {
  findChallenge,
  insertChallenge,
  markChallengeUsed,
  purgeChallenges,
} from '../../../src/store/entities/challenges.ts'
import { randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

function newChallenge(changes: Partial<Challenge> = {}): Challenge {
  return {
    nonce: randomHex(16).slice(2),
    action: 'append-field',
    chainId: 1,
    subname: normalizeName('alice.demo.eth'),
    mapp: normalizeName('app.eth'),
    message: 'app.example wants you to sign in …\nwith a second line',
    createdAt: Date.now(),
    expiresAt: Date.now() + 60_000,
    client: '192.0.2.1',
    ...changes,
  }
}

describeOnEachStore('challenges', (store) => {
  const insert = async (changes?: Partial<Challenge>): Promise<Challenge> => {
    const challenge = newChallenge(changes)
    await insertChallenge(store().db, challenge)
    return challenge
  }

  const use = (nonce: string) => store().transaction((tx) => markChallengeUsed(tx, nonce, Date.now()))

  it('rule: a challenge is found by its nonce as it was inserted, also after its use', async () => {
    const challenge = await insert()
    expect(await findChallenge(store().db, challenge.nonce)).toEqual(challenge)
    await use(challenge.nonce)
    expect(await findChallenge(store().db, challenge.nonce)).toEqual(challenge)
    expect(await findChallenge(store().db, 'none')).toBeUndefined()
  })

  it('rule: a nonce is stored once', async () => {
    const { nonce } = await insert()
    await expect(insert({ nonce })).rejects.toThrow()
  })

  it('rule: of many concurrent uses one succeeds, and it affects no other challenge', async () => {
    const [challenge, other] = [await insert(), await insert()]
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => use(challenge.nonce)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await use(other.nonce)).toBe(true)
    expect(await use('none')).toBe(false)
  })

  it('rule: a use that is rolled back did not happen', async () => {
    const { nonce } = await insert()
    const failed = store().transaction(async (tx) => {
      expect(await markChallengeUsed(tx, nonce, Date.now())).toBe(true)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await use(nonce)).toBe(true)
  })

  it('rule: a purge deletes the oldest of the challenges that expired before a time, up to its limit', async () => {
    const [oldest, older, old, young] = [
      await insert({ expiresAt: 1 }),
      await insert({ expiresAt: 2 }),
      await insert({ expiresAt: 3 }),
      await insert({ expiresAt: 4 }),
    ]
    const left = async () => {
      const found = await Promise.all(
        [oldest, older, old, young].map(({ nonce }) => findChallenge(store().db, nonce)),
      )
      return found.map((challenge) => challenge?.expiresAt)
    }
    await purgeChallenges(store().db, 4, 2)
    expect(await left()).toEqual([undefined, undefined, 3, 4])
    await purgeChallenges(store().db, 4, 2)
    expect(await left()).toEqual([undefined, undefined, undefined, 4])
  })
})
