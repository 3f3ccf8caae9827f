import { objectOf, textOf, ValueReader } from './listed-name.ts'

/** Tables of NameStone's server that names are in. */
export const nameStoneTables = [
  'domain',
  'subdomain',
  'subdomain_text_record',
  'subdomain_coin_type',
] as const

export type NameStoneTable = (typeof nameStoneTables)[number]

export function isNameStoneTable(name: string): name is NameStoneTable {
  return (nameStoneTables as readonly string[]).includes(name)
}

/** Columns without which a table cannot be read. */
export const requiredColumns: Readonly<Record<NameStoneTable, readonly string[]>> = {
  domain: ['id', 'name'],
  subdomain: ['id', 'domain_id', 'name'],
  subdomain_text_record: ['subdomain_id', 'key', 'value'],
  subdomain_coin_type: ['subdomain_id', 'coin_type', 'address'],
}

export interface TableRow {
  readonly table: NameStoneTable
  /** By column; an empty text is as good as null. */
  readonly values: Readonly<Record<string, unknown>>
}

const networks: ReadonlyMap<number, string> = new Map([
  [1, 'mainnet'],
  [11155111, 'sepolia'],
])

/** Whether it is a row of that domain. Early tables had no column of networks: their domains are those of Ethereum. */
export function isRowOfDomain({ values }: TableRow, domain: string, chainId: number): boolean {
  const { name, network } = objectOf<'name' | 'network'>(values)
  const stated = textOf(network)?.toLowerCase() ?? 'mainnet'
  return textOf(name)?.toLowerCase() === domain && stated === networks.get(chainId)
}

/** A name as `get-names` would list it. */
export class TableName {
  readonly #row: TableRow['values']
  readonly #texts = new Map<string, string>()
  readonly #coins = new Map<string, string>()
  readonly #repeated = new Set<string>()
  readonly #values = new ValueReader()

  constructor({ values }: TableRow) {
    this.#row = values
  }

  /** Of several records with one key, the last one counts, as in the gateway of NameStone. */
  add({ table, values }: TableRow): void {
    const isText = table === 'subdomain_text_record'
    const { key, value } = isText
      ? objectOf<'key' | 'value'>(values)
      : { key: values['coin_type'], value: values['address'] }
    const what = isText ? 'text' : 'coin type'
    const name = this.#values.text(key, `key of a ${what}`)
    const content = this.#values.text(value, `${what} ${name ?? ''}`)
    if (name === undefined || content === undefined) return
    const records = isText ? this.#texts : this.#coins
    if (records.has(name) && records.get(name) !== content) this.#repeated.add(name)
    records.set(name, content)
  }

  entry(): unknown {
    const { name, address, contenthash, created_at } = objectOf<
      'name' | 'address' | 'contenthash' | 'created_at'
    >(this.#row)
    return {
      ...{ name, address, contenthash, created_at: isoTime(created_at) },
      text_records: Object.fromEntries(this.#texts),
      coin_types: Object.fromEntries(this.#coins),
    }
  }

  doubts(): readonly string[] {
    return [
      ...[...this.#repeated].map((key) => `Its record ${key} is there twice; the last one was read.`),
      ...this.#values.doubts,
    ]
  }
}

/** A timestamp of PostgreSQL, in UTC where it has no zone; another text stays as it is. */
function isoTime(value: unknown): unknown {
  const [, date, time, zone] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(
      textOf(value) ?? '',
    ) ?? []
  if (date === undefined) return value
  return `${date}T${time}${zone?.replace(/^([+-]\d{2})$/, '$1:00') ?? 'Z'}`
}
