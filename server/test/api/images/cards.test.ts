import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createCards } from '../../../src/media/cards.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { createHeldSubname } from '../../support/entities/mapps.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const content = {
  ...{ headline: 'alice', detail: '.acme.eth', ground: '#15171b', ink: '#ffffff' },
  picture: { svg },
}
const free = async () => {}

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const headlineArea = { left: 84, top: 300, width: 1032, height: 200 }

/** The mean of red, green and blue in a part of a card. */
async function meanOf(png: Uint8Array, area: Area): Promise<readonly number[]> {
  const part = await sharp(png).extract(area).png().toBuffer()
  return (await sharp(part).stats()).channels.slice(0, 3).map(({ mean }) => mean)
}

it('rule: cards of names differ from each other and from boxes, in every script', async () => {
  const cards = createCards()
  const drawn = new Set<string>()
  for (const headline of ['alice', 'محمد', 'שלום', '王小明', '한국어', '👩‍🚀', '🇩🇪', '𓀀', '']) {
    const png = await cards.render({ ...content, headline }, free)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    drawn.add((await sharp(png).extract(headlineArea).raw().toBuffer()).toString('base64'))
  }
  expect(drawn.size).toBe(9)
  const emoji = await cards.render({ ...content, headline: '❤' }, free)
  const [red = 0, , blue = 0] = await meanOf(emoji, { left: 100, top: 350, width: 60, height: 60 })
  expect(red).toBeGreaterThan(blue + 100)
  await cards.close()
})

it('rule: equal contents are drawn once, and a client without quota draws none', async () => {
  const cards = createCards()
  let admitted = 0
  const admit = async () => void admitted++
  const [one, other] = await Promise.all([cards.render(content, admit), cards.render(content, admit)])
  expect(one).toBe(other)
  expect(await cards.render({ ...content }, admit)).toBe(one)
  expect(admitted).toBe(2)
  const refuse = async () => {
    throw new Error('refused')
  }
  await expect(cards.render({ ...content, headline: 'bob' }, refuse)).rejects.toThrow('refused')
  expect(await cards.render(content, refuse)).toBe(one)
  await cards.close()
})

it('rule: a card that takes too long ends its thread, is not tried again, and others are drawn', async () => {
  const limits = { maxBytes: 1_000_000, timeoutMs: 1, idleMs: 60_000 }
  const cards = createCards(limits)
  await expect(cards.render(content, free)).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
  let admitted = false
  const again = cards.render(content, async () => {
    admitted = true
  })
  await expect(again).rejects.toMatchObject({ name: 'ServiceUnavailableException' })
  expect(admitted).toBe(false)
  await cards.close()
  const patient = createCards({ ...limits, timeoutMs: 60_000 })
  expect((await patient.render(content, free)).length).toBeGreaterThan(1000)
  await patient.close()
})

it('rule: cards of many names take no more memory than the bound', async () => {
  const cards = createCards({ maxBytes: 1_000_000, timeoutMs: 60_000, idleMs: 60_000 })
  const first = await cards.render(content, free)
  for (let index = 0; index < 40; index++)
    await cards.render({ ...content, headline: randomBytes(8).toString('hex') }, free)
  // Evicted, and drawn again.
  const again = await cards.render(content, free)
  expect(again).not.toBe(first)
  expect(Buffer.from(again).equals(first)).toBe(true)
  await cards.close()
})

describeService(
  'The card of a page',
  (service) => {
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${service().url}${path}`, { headers })

    it('rule: the card of a name is a PNG image with an entity tag of its content', async () => {
      await seedSubname(service(), service().demo[1], 'alice')
      await seedSubname(service(), service().demo[1], 'bob')
      const response = await get('/n/alice.demo.eth/card.png?chainId=1')
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(response.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const bytes = await response.bytes()
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      const etag = response.headers.get('etag') ?? ''
      const again = await get('/n/ALICE.demo.eth/card.png')
      expect(again.headers.get('etag')).toBe(etag)
      expect((await get('/n/bob.demo.eth/card.png')).headers.get('etag')).not.toBe(etag)
      const unchanged = await get('/n/alice.demo.eth/card.png', { 'if-none-match': etag })
      expect([unchanged.status, (await unchanged.bytes()).length]).toEqual([304, 0])
    })

    it('rule: the card has the avatar of the name, and the generated picture while that cannot be read', async () => {
      const png = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#ff0000' } })
        .png()
        .toBuffer()
      const avatar = `data:image/png;base64,${png.toString('base64')}`
      const records = (value: string) => ({
        addresses: [ethereumAddress(createWallet().address)],
        text: [{ key: 'avatar', value }],
      })
      await seedSubname(service(), service().demo[1], 'own', records(avatar))
      await seedSubname(service(), service().demo[1], 'broken', records('https://unreachable.invalid/a.png'))
      const picture = async (name: string) => {
        const response = await get(`/n/${name}.demo.eth/card.png`)
        expect(response.status).toBe(200)
        return meanOf(await response.bytes(), { left: 130, top: 130, width: 60, height: 60 })
      }
      const [red = 0, green = 0] = await picture('own')
      expect(red).toBeGreaterThan(245)
      expect(green).toBeLessThan(10)
      const [, generated = 0] = await picture('broken')
      expect(generated).toBeGreaterThan(30)
    })

    it('rule: the card of a claim page has the colour of the domain', async () => {
      const domain = await service().onboard()
      const body = { branding: { accent: '#be185d', title: 'Acme' } }
      const patch = await service().call('PATCH', `/byname/v1/domains/${domain.name}?chainId=1`, {
        headers: { 'x-api-key': service().key },
        body,
      })
      dataOf(patch)
      const response = await get(`/claim/${domain.name}/card.png`)
      const ground = await meanOf(await response.bytes(), { left: 0, top: 300, width: 40, height: 40 })
      const expected = [0xbe, 0x18, 0x5d]
      for (const [index, value] of ground.entries())
        expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(24)
    })

    it('404 for a name and a domain that do not exist, and of a chain that does not have it', async () => {
      for (const path of [
        '/n/nothing.demo.eth/card.png',
        '/claim/nothing.eth/card.png',
        '/n/alice.demo.eth/card.png?chainId=11155111',
      ])
        expect((await get(path)).status).toBe(404)
    })

    it('rule: a page names its card, with its size', async () => {
      const { ens } = await createHeldSubname(service(), service().demo[1], 'carol')
      const response = await get(`/n/${ens}`, { accept: 'text/html' })
      const html = await response.text()
      const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
      expect(image).toMatch(/^http.*\/n\/carol\.demo\.eth\/card\.png\?chainId=1$/)
      expect(html).toContain('<meta property="og:image:width" content="1200">')
      expect(html).toContain('<meta property="og:image:height" content="630">')
      expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
      expect((await fetch(image ?? '')).status).toBe(200)
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '0' } },
)

describeService(
  'Cards for one client',
  (service) => {
    it('429 above the limit of expensive requests, and not for a card that is in memory', async () => {
      for (const label of ['one', 'two', 'three']) await seedSubname(service(), service().demo[1], label)
      const status = async (label: string) =>
        (await fetch(`${service().url}/n/${label}.demo.eth/card.png`)).status
      expect([await status('one'), await status('two'), await status('three')]).toEqual([200, 200, 429])
      expect([await status('one'), await status('two')]).toEqual([200, 200])
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '2' } },
)
