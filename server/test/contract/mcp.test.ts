import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, createWorkspaceWithKey } from '../support/credentials/api-keys.ts'
import { createWallet } from '../support/credentials/signed-headers.ts'
import { connectHttp, type Era, no, yes } from '../support/mcp/client.ts'
import { describeService } from '../support/service/describe-service.ts'

interface Written {
  readonly name: string
  readonly dryRun: boolean
  readonly isRepeated: boolean
  readonly etag?: string | null
  readonly event: { readonly cursor: string; readonly type: string } | null
}

describeService(
  'POST /mcp',
  (service) => {
    let key = ''
    beforeAll(async () => {
      ;({ key } = await createKey(service(), { scopes: ['names:revoke'] }))
    })
    const domain = 'demo.eth'
    const owner = () => createWallet().address

    describe.each([['modern'], ['legacy']] satisfies [Era][])('a client of the %s era', (era) => {
      it('issues, reads, changes and revokes a name, each with its event', async () => {
        const { call, client } = await connectHttp(service().url, { era, key })
        expect(client.getNegotiatedProtocolVersion()).toBe(era === 'legacy' ? '2025-11-25' : '2026-07-28')
        const holder = owner()
        const label = `${era}-one`
        const name = `${label}.${domain}`
        const input = { domain, label, owner: holder, texts: [{ key: 'agent-context', value: 'Sells tea.' }] }
        expect(await call('check_availability', { name })).toMatchObject({ isAvailable: true })
        expect(await call<Written>('issue_name', { ...input, dryRun: true })).toMatchObject({
          name,
          dryRun: true,
          event: null,
        })
        expect(await call('check_availability', { name })).toMatchObject({ isAvailable: true })
        const issued = await call<Written>('issue_name', {
          ...input,
          idempotencyKey: `${era} 1`.replace(' ', '-'),
        })
        expect(issued).toMatchObject({ name, isRepeated: false, event: { type: 'subname.issued' } })
        const repeated = await call<Written>('issue_name', { ...input, idempotencyKey: `${era}-1` })
        expect(repeated).toEqual({ ...issued, isRepeated: true })
        const updated = await call<Written>('update_records', {
          name,
          texts: [{ key: 'url', value: 'https://tea.example' }],
          ifMatch: issued.etag,
        })
        expect(updated).toMatchObject({ name, event: { type: 'subname.changed' } })
        expect(await call('get_name', { name })).toMatchObject({
          holder,
          state: 'claimed',
          etag: updated.etag,
          records: {
            untrusted: true,
            texts: [
              { key: 'agent-context', value: 'Sells tea.', isCut: false },
              { key: 'url', value: 'https://tea.example', isCut: false },
            ],
          },
        })
        expect(await call('search_names', { domain, search: label })).toEqual({
          names: [{ name, state: 'claimed', holder }],
          next: null,
        })
        expect(await call<Written>('revoke_name', { name, confirm: true })).toMatchObject({
          name,
          event: { type: 'subname.revoked' },
        })
        const { events } = await call<{ events: { type: string }[] }>('get_name_history', { name })
        expect(events.map(({ type }) => type)).toEqual([
          'subname.revoked',
          'subname.changed',
          'subname.issued',
        ])
        expect(await call('list_domains')).toEqual({
          domains: [
            { domain, chainId: 1, rules: 'byname://domain/1/demo.eth' },
            { domain, chainId: 11155111, rules: 'byname://domain/11155111/demo.eth' },
          ],
        })
      })

      it('does not write without the consent of the user', async () => {
        const { call, refused } = await connectHttp(service().url, { era, key })
        const name = `${era}-kept.${domain}`
        await call('issue_name', { domain, label: `${era}-kept`, owner: owner() })
        expect(await refused('revoke_name', { name })).toMatch(
          /call again with the same arguments and confirm: true/,
        )
        const asked = await connectHttp(service().url, { era, key, answer: no })
        expect(await asked.refused('revoke_name', { name })).toMatch(/^Nothing was written/)
        expect(await call('get_name', { name })).toMatchObject({ name })
      })
    })

    it('asks the user who can be asked, whatever the model says', async () => {
      const questions: string[] = []
      const { call, refused } = await connectHttp(service().url, {
        key,
        answer: (question) => {
          questions.push(question)
          return { action: 'accept', content: { confirm: questions.length > 1 } }
        },
      })
      const name = `asked.${domain}`
      await call('issue_name', { domain, label: 'asked', owner: owner() })
      expect(await refused('revoke_name', { name, confirm: true })).toMatch(/the user does not want this/)
      expect(await call('revoke_name', { name })).toMatchObject({ name })
      expect(questions).toEqual(
        Array(2).fill(expect.stringMatching(/^Revoke asked\.demo\.eth on Ethereum mainnet\?/)),
      )
      expect(await refused('revoke_name', { name })).toMatch(/^SubnameNotFoundException: /)
      expect(questions).toHaveLength(2)
    })

    it('another workspace and a narrower key are refused by the rules of the interface', async () => {
      const narrow = await createKey(service(), { scopes: ['names:write'] })
      const other = await createWorkspaceWithKey(service())
      const writer = await connectHttp(service().url, { key: narrow.key })
      const stranger = await connectHttp(service().url, { key: other.key, answer: yes })
      await writer.call('issue_name', { domain, label: 'narrow', owner: owner() })
      const name = `narrow.${domain}`
      expect(await writer.refused('revoke_name', { name, confirm: true })).toMatch(/scope names:revoke/)
    })
  },
  { settings: { MCP: 'on' } },
)
