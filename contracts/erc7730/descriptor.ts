import { domainName, typedData } from '../typed-data.ts'

type Members = readonly { readonly name: string; readonly type: string }[]

/** As EIP-712 has it: the type, and those that it refers to in the order of their names. */
export function encodeType(primaryType: keyof typeof typedData): string {
  const { [primaryType]: own = [], ...others } = typedData[primaryType] as Readonly<Record<string, Members>>
  const referred = Object.entries(others).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [[primaryType, own] as const, ...referred]
    .map(([name, members]) => `${name}(${members.map(({ type, name }) => `${type} ${name}`).join(',')})`)
    .join('')
}

const raw = (path: string, label: string) => ({ path, label, format: 'raw', visible: 'always' })

const time = (path: string, label: string) => ({
  ...{ path, label, format: 'date', visible: 'always' },
  params: { encoding: 'timestamp' },
})

const account = (path: string, label: string) => ({
  ...{ path, label, format: 'addressName', visible: 'always' },
  params: { types: ['wallet', 'eoa', 'contract'], sources: ['local', 'ens'] },
})

/**
 * How wallets show what holders, delegates and issuers sign (ERC-7730, version 2 of its schema). Every domain has a contract of its
 * own: a registry of descriptors needs its chain and address as `deployments`.
 */
export const descriptor = {
  $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
  context: { $id: 'Byname seals', eip712: { domain: domainName } },
  metadata: {
    owner: 'Byname',
    contractName: 'BynameResolver',
    enums: { holder: { '1': 'Account', '2': 'Passkey', '3': 'None: the seal is given up' } },
  },
  display: {
    formats: {
      [encodeType('RecordSet')]: {
        $id: 'record-set',
        intent: 'Set all records of a name',
        fields: [
          raw('node', 'Name (hash)'),
          time('validUntil', 'Counts until'),
          raw('sequence', 'Number'),
          {
            path: 'records.[]',
            label: 'Records',
            fields: [raw('key', 'Record'), raw('value', 'Value')],
          },
        ],
      },
      [encodeType('Delegation')]: {
        $id: 'delegation',
        intent: 'Let a delegate set texts of a name',
        fields: [
          raw('node', 'Name (hash)'),
          account('delegate', 'Delegate'),
          time('validUntil', 'Counts until'),
          raw('sequence', 'Number'),
        ],
      },
      [encodeType('Change')]: {
        $id: 'change',
        intent: 'Change who holds a name',
        fields: [
          raw('node', 'Name (hash)'),
          account('holder', 'New holder'),
          {
            ...{ path: 'kind', label: 'Kind of holder', format: 'enum', visible: 'always' },
            params: { $ref: '$.metadata.enums.holder' },
          },
          account('recovery', 'Can recover it'),
          raw('sequence', 'Number'),
          time('until', 'Can be presented until'),
        ],
      },
    },
  },
} as const
