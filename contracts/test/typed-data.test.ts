import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { descriptor, encodeType } from '../erc7730/descriptor.ts'
import { domainName, domainType, typedData } from '../typed-data.ts'

const folder = fileURLToPath(new URL('../src/', import.meta.url))
const sources = globSync(`${folder}*.sol`)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const primaryTypes = Object.keys(typedData) as readonly (keyof typeof typedData)[]

test.each(primaryTypes)('rule: %s is what the contract hashes', (primaryType) => {
  expect(sources).toContain(`"${encodeType(primaryType)}"`)
})

test('rule: the contract hashes no other types, and the domain is its own', () => {
  const hashed = [...sources.matchAll(/_TYPE =?\s*=?\s*keccak256\(\s*"([^"]+)"/g)].map(([, type]) => type)
  const members = domainType.map(({ name, type }) => `${type} ${name}`).join(',')
  expect(hashed.toSorted()).toEqual(
    [...primaryTypes.map(encodeType), 'Record(bytes key,bytes value)', `EIP712Domain(${members})`].toSorted(),
  )
  for (const value of Object.values(domainName)) expect(sources).toContain(`keccak256("${value}")`)
})

test('rule: the descriptor of ERC-7730 shows every member of each type, as its file has it', async () => {
  await expect(`${JSON.stringify(descriptor, null, 2)}\n`).toMatchFileSnapshot(
    '../erc7730/eip712-byname-seals.json',
  )
  const formats: Readonly<Record<string, { readonly fields: readonly { readonly path: string }[] }>> =
    descriptor.display.formats
  for (const primaryType of primaryTypes) {
    const { [primaryType]: own = [] } = typedData[primaryType] as Readonly<
      Record<string, readonly { readonly name: string }[]>
    >
    const shown = formats[encodeType(primaryType)]?.fields.map(({ path }) => path.replace('.[]', ''))
    expect(shown?.toSorted()).toEqual(own.map(({ name }) => name).toSorted())
  }
})
