import { expect, it } from 'vitest'
import { authenticateApiKey } from '../../../src/core/auth/keys.ts'
import type { Caller, CoreContext, SignedMessage } from '../../../src/core/context.ts'
import { acceptSubname } from '../../../src/core/subnames/accept.ts'
import { addSubname } from '../../../src/core/subnames/add.ts'
import { updateSubname } from '../../../src/core/subnames/change.ts'
import { reserveSubname } from '../../../src/core/subnames/invitations.ts'
import { getSubname } from '../../../src/core/subnames/read.ts'
import { revokeSubname } from '../../../src/core/subnames/remove.ts'
import { normalizeName, parseDomain, parseLabel } from '../../../src/ens/names.ts'
import { createWallet, signMessage } from '../../support/credentials/signed-headers.ts'
import { countStatements } from '../../support/databases/count-statements.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

/**
 * A statement on PostgreSQL is one round trip. A transaction counts as one statement: on SQLite, where several tables
 * are written in a transaction, its statements run in the same process.
 */
describeOnEachService('statements of an operation', (service) => {
  const wallet = createWallet()

  /** A caller as the HTTP layer creates it: its key is already read. */
  const callerOf = async (context: CoreContext): Promise<Caller> => {
    const signedMessage: SignedMessage = {
      ...(await signMessage(wallet, { chainId: 1 })),
      admit: () => Promise.reject(new Error('A signature of a plain key is checked without a node.')),
    }
    return { apiKey: await authenticateApiKey(context, service().key, undefined), signedMessage }
  }

  /** The statements of an operation on `<label>.demo.eth`, with the read of its key. */
  const statementsOf = async (act: (context: CoreContext, caller: Caller) => Promise<unknown>) => {
    const { context } = service()
    // The first use of a key in a minute is written to its row.
    await authenticateApiKey(context, service().key, undefined)
    const { store, sent } = countStatements(context.store)
    const counted = { ...context, store }
    await act(counted, await callerOf(counted))
    return sent
  }

  const inDemo = (text: string) =>
    ({ chainId: 1, domain: parseDomain('demo.eth'), label: parseLabel(text) }) as const
  const readKey = expect.stringMatching(/^select .* from "api_keys"/)
  const readLabel = expect.stringMatching(
    /^select .* from "domains" inner join "resolvers" .* left join "subnames"/,
  )
  /** A row, for what changes records. */
  const readsSeals = /^select "resolvers"."id", "resolvers"."has_seals"/

  it('rule: an add is three: the key, the domain with its resolver and the label, and the write', async () => {
    const sent = await statementsOf((context, caller) =>
      addSubname(context, { ...inDemo('three'), caller, records: {}, overrideSignature: false }),
    )
    const write = service().context.store.dialect === 'sqlite' ? 'transaction' : /^with "issued" as/
    expect(sent).toEqual([readKey, readLabel, expect.stringMatching(write)])
  })

  it('rule: an add that is refused because the label is taken is two reads', async () => {
    const add = (context: CoreContext, caller: Caller) =>
      addSubname(context, { ...inDemo('taken-twice'), caller, records: {}, overrideSignature: false })
    await statementsOf(add)
    const sent = await statementsOf((context, caller) =>
      expect(add(context, caller)).rejects.toMatchObject({ name: 'SubdomainAlreadyExistsException' }),
    )
    expect(sent).toEqual([readKey, readLabel])
  })

  it('rule: reserving, accepting, changing and revoking a subname read it once and write once', async () => {
    const { address } = wallet
    const name = { chainId: 1, name: parseDomain('reserved-first.demo.eth') } as const
    const steps: readonly ((context: CoreContext, caller: Caller) => Promise<unknown>)[] = [
      (context, caller) => reserveSubname(context, { ...inDemo('reserved-first'), caller, address }),
      (context, caller) => acceptSubname(context, { ...name, caller, records: {} }),
      (context, caller) =>
        updateSubname(context, {
          ...name,
          caller,
          records: { texts: [{ key: 'url', value: 'https://x.example' }] },
          replace: false,
        }),
      (context, caller) => revokeSubname(context, { ...name, caller }),
    ]
    for (const step of steps) {
      const sent = await statementsOf(step)
      expect(sent.filter((statement) => !readsSeals.test(statement))).toEqual([
        readKey,
        readLabel,
        expect.any(String),
      ])
      expect(sent.length).toBeLessThan(5)
    }
  })

  it('rule: reading a subname is one statement', async () => {
    const { context } = service()
    await statementsOf((counted, caller) =>
      addSubname(counted, { ...inDemo('read-once'), caller, records: {}, overrideSignature: false }),
    )
    const { store, sent } = countStatements(context.store)
    await getSubname({ ...context, store }, { chainId: 1, name: normalizeName('read-once.demo.eth') })
    expect(sent).toEqual([readLabel])
  })
})
