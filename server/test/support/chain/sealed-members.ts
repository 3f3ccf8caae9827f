import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { dataOf } from '../http/api-client.ts'
import type { TestSandbox } from '../service/sandbox.ts'
import { type OnboardedDomain, onboardNewDomain } from './onboard-domain.ts'
import { sealByTree } from './seal-labels.ts'
import {
  addressRecord,
  nextMonth,
  presentSequence,
  type SealedRecord,
  signSet,
  textRecord,
} from './sealed-names.ts'

interface SignOptions {
  /** Absent: the present time. */
  readonly sequence?: bigint
  /** Absent: the holder. */
  readonly by?: PrivateKeyAccount
  readonly records?: readonly SealedRecord[]
}

export interface Member {
  readonly name: string
  readonly label: string
  readonly holder: PrivateKeyAccount
  readonly sign: (options?: SignOptions) => Promise<Hex>
  /** `conditions`: further fields of the body. */
  readonly claim: (
    response: Hex,
    conditions?: object,
    headers?: Readonly<Record<string, string>>,
  ) => ReturnType<TestSandbox['call']>
}

export interface SealedDomain {
  readonly domain: OnboardedDomain
  /** Of the tree; each is used once. */
  readonly nextMember: () => Member
  readonly setPolicy: (body: object) => Promise<void>
}

/** The address to which the members have signed that their names lead. */
export const signedAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A domain of which a tree seals names that are not issued, each for another holder; claims are open. */
export async function startSealedDomain(
  sandbox: TestSandbox,
  parent: string,
  count: number,
): Promise<SealedDomain> {
  const domain = await onboardNewDomain(sandbox, { label: parent, scheme: 'merkle', form: 'GET' })
  const members = Array.from({ length: count }, (_, index) =>
    newMember(sandbox, domain, `member-${index}`, privateKeyToAccount(generatePrivateKey())),
  )
  await sealByTree(
    sandbox,
    domain,
    members.map(({ name, holder }) => ({ name, holder: holder.address })),
  )
  const setPolicy = async (body: object) => {
    const headers = { 'x-api-key': sandbox.file.apiKey }
    dataOf(
      await sandbox.call('PATCH', `/byname/v1/domains/${domain.name}/policy?chainId=1`, { headers, body }),
    )
  }
  await setPolicy({ claims: 'open' })
  const left = members.values()
  const nextMember = () => {
    const { value } = left.next()
    if (!value) throw new Error('The tree has no more names.')
    return value
  }
  return { domain, nextMember, setPolicy }
}

/** Of a name below the domain, which this account holds, or does not. */
export function newMember(
  sandbox: TestSandbox,
  domain: OnboardedDomain,
  label: string,
  holder: PrivateKeyAccount,
): Member {
  const name = `${label}.${domain.name}`
  const usual = [addressRecord(60, signedAddress), textRecord('url', 'https://member.example')]
  return {
    ...{ name, label, holder },
    sign: ({ sequence = presentSequence(), by = holder, records = usual } = {}) =>
      signSet(domain, { name, sequence, validUntil: nextMonth(), records }, by),
    claim: (response, conditions = {}, headers = {}) =>
      sandbox.call('POST', `/byname/v1/names/${name}/sealed-set?chainId=1`, {
        headers,
        body: { response, ...conditions },
      }),
  }
}
