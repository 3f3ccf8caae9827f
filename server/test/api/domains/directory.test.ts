import { expect, it } from 'vitest'
import { readArchivedName } from '../../../src/listings/byname.ts'
import { toEntry } from '../../../src/listings/import-form.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { transfer } from '../../support/credentials/single-use.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import { notesOf } from '../../support/entities/name-notes.ts'
import {
  blockOrDelete,
  ethereumAddress,
  seedReservation,
  seedSubname,
} from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireDirectory {
  readonly data: readonly {
    readonly name: string
    readonly displayName: string | null
    readonly description: string | null
    readonly avatar: string | null
  }[]
  readonly next: string | null
  readonly claimedNames: number
}

const hidden = { key: 'byname.directory', value: 'hidden' }

describeOnEachService('The directory of a domain', (service) => {
  const get = ({ name, chainId }: Domain, parameters: Readonly<Record<string, string>> = {}) =>
    service().call(
      'GET',
      `/byname/v1/domains/${name}/directory?${new URLSearchParams({ chainId: `${chainId}`, ...parameters })}`,
    )
  const read = async (domain: Domain, parameters?: Readonly<Record<string, string>>) =>
    dataOf<WireDirectory>(await get(domain, parameters))
  const labelsOf = ({ data }: WireDirectory) => data.map(({ name }) => name.split('.')[0])
  const list = async (domain: Domain, search?: string) =>
    labelsOf(await read(domain, search === undefined ? {} : { search }))
  const setDirectory = async ({ name, chainId }: Domain, directory: string) =>
    dataOf(
      await service().call('PATCH', `/byname/v1/domains/${name}?chainId=${chainId}`, {
        headers: { 'x-api-key': service().key },
        body: { branding: { directory } },
      }),
    )
  const onboard = async () => {
    const domain = await service().onboard()
    await setDirectory(domain, 'on')
    return domain
  }
  const holder = createWallet()
  const seed = (domain: Domain, label: string, text: readonly object[] = []) =>
    seedSubname(service(), domain, label, { addresses: [ethereumAddress(holder.address)], text })
  const keyOf = async (scopes: readonly ('names:export' | 'names:revoke')[]) => {
    const { context, workspaceId } = service()
    const { key } = await createApiKey(context, { workspaceId, name: scopes.join(' '), scopes: [...scopes] })
    return { 'x-api-key': key }
  }
  const getDocument = async (path: string) => {
    const response = await fetch(service().url + path, { headers: { accept: 'text/html' } })
    return { status: response.status, text: await response.text() }
  }
  const setText = async (
    ens: string,
    by: Readonly<Record<string, string>>,
    value: string,
  ): Promise<ApiResponse> =>
    service().call('POST', '/ens/v1/subname/update', {
      headers: by,
      body: {
        username: ens.split('.')[0],
        ensDomain: ens.split('.').slice(1).join('.'),
        chainId: 1,
        text: [{ key: hidden.key, value }],
      },
    })

  it('rule: it is off until the owner switches it on, and then as if the domain were unknown', async () => {
    const domain = await service().onboard()
    await seed(domain, 'alice')
    const withoutNames = ({ status, text }: { status: number; text: string }, name: string) => ({
      status,
      text: text.replaceAll(name, 'x'),
    })
    const [offPath, unknownPath] = [`/directory/${domain.name}`, '/directory/unknown.eth']
    const asUnknown = async () => {
      expectError(await get(domain), 404, 'EnsNotFound')
      const off = withoutNames(await getDocument(offPath), domain.name)
      expect(off.status).toBe(404)
      expect(off).toEqual(withoutNames(await getDocument(unknownPath), 'unknown.eth'))
      expect((await getDocument(`/claim/${domain.name}`)).text).not.toContain('/directory/')
    }
    await asUnknown()
    await setDirectory(domain, 'on')
    expect(await list(domain)).toEqual(['alice'])
    expect(await getDocument(offPath)).toMatchObject({ status: 200 })
    await setDirectory(domain, 'off')
    await asUnknown()
  })

  it.each(['blocked', 'deleted'] as const)(
    '404 for that of a %s domain, as an operation and as a page',
    async (state) => {
      const domain = await onboard()
      await seed(domain, 'alice')
      await blockOrDelete(service(), domain, state)
      expectError(await get(domain), 404, 'EnsNotFound')
      expect(await getDocument(`/directory/${domain.name}`)).toMatchObject({ status: 404 })
    },
  )

  it('rule: it has claimed names with what their profiles show, by label, and no reservation or revoked name', async () => {
    const domain = await onboard()
    await seed(domain, 'carol', [{ key: 'avatar', value: 'https://a.example/a.png' }])
    await seed(domain, 'alice', [
      { key: 'name', value: 'Alice A.' },
      { key: 'description', value: '🌱'.repeat(300) },
      { key: 'email', value: 'not@shown.example' },
    ])
    await seed(domain, 'bob')
    await seedReservation(service(), domain, 'dave', holder.address)
    const revoke = { domain: domain.name, mode: 'atomic', items: [{ action: 'revoke', label: 'bob' }] }
    dataOf(
      await service().call('POST', '/byname/v1/names/batch?chainId=1', {
        headers: await keyOf(['names:revoke']),
        body: revoke,
      }),
    )
    const shared = { chainId: 1, displayName: null, description: null, avatar: null }
    const avatar = `${service().url}/byname/v1/names/carol.${domain.name}/avatar?chainId=1`
    expect(await read(domain)).toEqual({
      data: [
        {
          ...shared,
          name: `alice.${domain.name}`,
          displayName: 'Alice A.',
          description: `${'🌱'.repeat(139)}…`,
        },
        { ...shared, name: `carol.${domain.name}`, avatar },
      ],
      next: null,
      claimedNames: 2,
    })
  })

  it('rule: a search finds labels and displayed names, and no tag, note, holder or other text', async () => {
    const domain = await onboard()
    await seed(domain, 'marina', [{ key: 'name', value: 'Ana Ruiz' }])
    await seed(domain, 'ruizito', [{ key: 'description', value: 'Lisbon' }])
    await seed(domain, 'tagged', [{ key: 'url', value: 'https://lisbon.example' }])
    await notesOf(service).change(domain, 'tagged', { tags: ['Lisbon'], note: 'Lisbon, twice' })
    expect(await list(domain, 'ruiz')).toEqual(['ruizito', 'marina'])
    expect(await list(domain, 'MARI')).toEqual(['marina'])
    expect(await list(domain, `marina.${domain.name}`)).toEqual(['marina'])
    for (const vain of ['lisbon', holder.address, holder.address.slice(0, 8), 'marina.another.eth', '%', '_'])
      expect(await list(domain, vain)).toEqual([])
    expectError(await get(domain, { search: 'a'.repeat(1001) }), 400, 'BadRequestException')
  })

  it('rule: pages by cursor have each listed name once, however many are hidden between them', async () => {
    const domain = await onboard()
    const labels = Array.from({ length: 14 }, (_, index) => `n${String(index).padStart(2, '0')}`)
    const isHidden = (index: number) => index > 2 && index < 11
    for (const [index, label] of labels.entries()) await seed(domain, label, isHidden(index) ? [hidden] : [])
    const found: (string | undefined)[] = []
    let after: string | null = null
    do {
      const page: WireDirectory = await read(domain, { limit: '2', ...(after !== null && { after }) })
      expect(page.data.length).toBeLessThanOrEqual(2)
      found.push(...labelsOf(page))
      after = page.next
    } while (after !== null)
    expect(found).toEqual(labels.filter((_, index) => !isHidden(index)))
    expect(await list(domain, 'n05')).toEqual([])
    expectError(await get(domain, { after: 'invalid' }), 400, 'BadRequestException')
    const { next } = await read(domain, { limit: '2' })
    expectError(await get(domain, { after: next ?? '', search: 'n0' }), 400, 'BadRequestException')
  })

  it('rule: a holder hides its name and shows it again, and a transfer keeps it hidden', async () => {
    const domain = await onboard()
    const { ens, holder: first } = await createHeldSubname(service(), domain, 'alice')
    const heldBy = async (wallet: typeof first) => signedHeaders(wallet, { chainId: 1 })
    expectError(await setText(ens, await heldBy(createWallet()), 'hidden'), 403, 'NotHolderException')
    expect(await list(domain)).toEqual(['alice'])
    dataOf(await setText(ens, await heldBy(first), 'hidden'))
    expect(await read(domain)).toMatchObject({ data: [], next: null, claimedNames: 1 })
    const second = createWallet()
    dataOf(await transfer(service(), first, ens, second.address))
    expect(await list(domain)).toEqual([])
    dataOf(await setText(ens, await heldBy(second), ''))
    expect(await list(domain)).toEqual(['alice'])
  })

  it('rule: a hidden name stays hidden after an export and an import', async () => {
    const [source, target] = [await onboard(), await onboard()]
    await seed(source, 'alice', [hidden])
    await seed(source, 'bob')
    const headers = await keyOf(['names:export', 'names:revoke'])
    const path = (domain: Domain, verb: string) => `/byname/v1/domains/${domain.name}/${verb}?chainId=1`
    const exported = await fetch(service().url + path(source, 'export'), { headers })
    const lines = (await exported.text())
      .trimEnd()
      .split('\n')
      .map((line): object => JSON.parse(line))
    // As the console and the command send them.
    const names = lines
      .filter((line) => 'type' in line && line.type === 'name')
      .flatMap((line, index) => toEntry(readArchivedName(line, index + 1)).name ?? [])
    expect(names).toHaveLength(2)
    dataOf(await service().call('POST', path(target, 'import'), { headers, body: { names } }))
    expect(await list(target)).toEqual(['bob'])
  })

  it('rule: search engines are asked to leave it out, unless the owner wants them, and searches always', async () => {
    const domain = await onboard()
    await seed(domain, 'alice')
    const path = `/directory/${domain.name}`
    const noindex = '<meta name="robots" content="noindex">'
    expect((await getDocument(path)).text).toContain(noindex)
    await setDirectory(domain, 'indexed')
    expect((await getDocument(path)).text).not.toContain(noindex)
    expect((await getDocument(`${path}?search=ali`)).text).toContain(noindex)
  })

  it('rule: the claim page counts the claimed names, and shows the pictures of at most five that are not hidden', async () => {
    const domain = await onboard()
    const facesOf = async () => {
      const { text } = await getDocument(`/claim/${domain.name}`)
      const [, json = ''] = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(text) ?? []
      const { data }: { data: { members?: { claimedNames: number; faces: { name: string }[] } } } =
        JSON.parse(json)
      return (
        data.members && {
          count: data.members.claimedNames,
          faces: data.members.faces.map(({ name }) => name.split('.')[0]),
        }
      )
    }
    expect(await facesOf()).toBeUndefined()
    await seed(domain, 'shy', [hidden])
    expect(await facesOf()).toEqual({ count: 1, faces: [] })
    for (const label of ['a', 'b', 'c', 'd', 'e', 'f']) await seed(domain, label)
    expect(await facesOf()).toEqual({ count: 7, faces: ['f', 'e', 'd', 'c', 'b'] })
    await setDirectory(domain, 'off')
    expect(await facesOf()).toBeUndefined()
  })

  it('rule: texts of holders are shown as text', async () => {
    const domain = await onboard()
    await seed(domain, 'eve', [{ key: 'name', value: '<img src=x onerror=alert(1)></script>' }])
    const { text } = await getDocument(`/directory/${domain.name}?search=%3Cimg`)
    expect(text).toContain(`eve.${domain.name}`)
    expect(text).not.toContain('<img src=x')
    expect(text).not.toContain('</script><')
  })
})
