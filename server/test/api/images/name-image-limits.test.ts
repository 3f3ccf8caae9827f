import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { randomImage } from '../../support/media/uploads.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService(
  'The limits of images of records',
  (service) => {
    const createName = async (label: string) => {
      const png = await randomImage(20, 10).png().toBuffer()
      await seedSubname(service(), service().demo[1], label, {
        addresses: [ethereumAddress(createWallet().address)],
        text: [{ key: 'avatar', value: `data:image/png;base64,${png.toString('base64')}` }],
      })
      return `${service().url}/byname/v1/names/${label}.demo.eth/avatar?chainId=1`
    }

    it('429 for images that are not in the cache beyond the expensive limit, and 200 for those in it', async () => {
      const [first, second, third] = [
        await createName('one'),
        await createName('two'),
        await createName('three'),
      ]
      const statusOf = async (url: string) => (await fetch(url)).status
      expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
      for (let index = 0; index < 3; index++) expect(await statusOf(first)).toBe(200)
      const refused = await fetch(third)
      expect([refused.status, await refused.text()]).toEqual([
        429,
        expect.stringContaining('TooManyRequestsException'),
      ])
      expect(await statusOf(second)).toBe(200)
      service().clock.offsetMs += 60_000
      expect(await statusOf(third)).toBe(200)
    })
  },
  { settings: { RATE_LIMIT_EXPENSIVE_PER_IP: '2' } },
)
