import {
  CamelCasePlugin,
  ColumnNode,
  type ColumnUpdateNode,
  type IdentifierNode,
  type InsertQueryNode,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  type RawBuilder,
  RawNode,
  type RootOperationNode,
  sql,
  type UnknownRow,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { Hex } from 'viem'
import { fromHex, toHex } from '../../crypto/hex.ts'

/**
 * Booleans are stored as 0 and 1, big integers as decimals, JSON as text. Null is `NULL`, but the JSON `null` in a
 * `json` column.
 */
export type ColumnEncoding = 'boolean' | 'bigint' | 'json' | 'nullable-json'

type ColumnEncodings = Readonly<Record<string, ColumnEncoding>>

/**
 * Maps queries and rows to entity names and values: `isClaimed: true` for `is_claimed` with 1. JSON is encoded only
 * in inserts and updates: elsewhere PostgreSQL takes arrays as parameters. Raw SQL queries are sent as written; other
 * queries and results are walked once, because lists of 1,000 names are noticeably slower otherwise.
 */
export class ColumnCodecPlugin extends CamelCasePlugin {
  readonly #encodings: ColumnEncodings
  readonly #encoder: QueryEncoder
  readonly #decoders = new Map<string, ColumnDecoder>()

  constructor(encodings: ColumnEncodings) {
    super()
    this.#encodings = encodings
    this.#encoder = new QueryEncoder(encodings, (name) => this.snakeCase(name))
  }

  override transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return RawNode.is(node) ? node : this.#encoder.transformNode(node, queryId)
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first) return result
    const columns = Object.keys(first).map((column) => this.#decoderOf(column))
    if (columns.every(({ column, name, decode }) => column === name && !decode)) return result
    return { ...result, rows: result.rows.map((row) => decodeRow(row, columns)) }
  }

  /** Bounded: the columns come from the text of the queries. */
  #decoderOf(column: string): ColumnDecoder {
    const known = this.#decoders.get(column)
    if (known) return known
    const name = this.camelCase(column)
    const encoding = encodingOf(this.#encodings, name)
    const decoder = { column, name, decode: encoding && decoders[encoding] }
    this.#decoders.set(column, decoder)
    return decoder
  }
}

/** Encodes any parameter but JSON. */
export function encodeParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? String(value) : value
}

interface ColumnDecoder {
  readonly column: string
  readonly name: string
  readonly decode: ((stored: unknown) => unknown) | undefined
}

function decodeRow(row: UnknownRow, columns: readonly ColumnDecoder[]): UnknownRow {
  const decoded: UnknownRow = {}
  for (const { column, name, decode } of columns) {
    const stored = row[column]
    decoded[name] = decode && stored !== null ? decode(stored) : stored
  }
  return decoded
}

const decoders: Readonly<Record<ColumnEncoding, (stored: unknown) => unknown>> = {
  boolean: (stored) => stored === 1,
  bigint: (stored) => BigInt(String(stored)),
  json: (stored) => JSON.parse(String(stored)),
  'nullable-json': (stored) => JSON.parse(String(stored)),
}

function encodingOf(encodings: ColumnEncodings, column: string): ColumnEncoding | undefined {
  return Object.hasOwn(encodings, column) ? encodings[column] : undefined
}

class QueryEncoder extends OperationNodeTransformer {
  readonly #encodings: ColumnEncodings
  readonly #snakeCase: (name: string) => string

  constructor(encodings: ColumnEncodings, snakeCase: (name: string) => string) {
    super()
    this.#encodings = encodings
    this.#snakeCase = snakeCase
  }

  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return { ...node, name: this.#snakeCase(node.name) }
  }

  protected override transformValue(node: ValueNode): ValueNode {
    return withValue(node, encodeParameter(node.value))
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return PrimitiveValueListNode.create(node.values.map(encodeParameter))
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId: QueryId): InsertQueryNode {
    const { columns, values } = node
    const encoded =
      columns && values && ValuesNode.is(values)
        ? { ...node, values: this.#encodeRows(columns, values) }
        : node
    return super.transformInsertQuery(encoded, queryId)
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode, queryId: QueryId): ColumnUpdateNode {
    const value = this.#encodeNode(columnNameOf(node.column), node.value)
    return super.transformColumnUpdate({ ...node, value }, queryId)
  }

  #encodeRows(columns: readonly ColumnNode[], { values }: ValuesNode): ValuesNode {
    const names = columns.map(columnNameOf)
    return ValuesNode.create(
      values.map((row) =>
        PrimitiveValueListNode.is(row)
          ? PrimitiveValueListNode.create(row.values.map((value, index) => this.#encode(names[index], value)))
          : ValueListNode.create(row.values.map((value, index) => this.#encodeNode(names[index], value))),
      ),
    )
  }

  #encodeNode(column: string | undefined, node: OperationNode): OperationNode {
    return ValueNode.is(node) ? withValue(node, this.#encode(column, node.value)) : node
  }

  #encode(column: string | undefined, value: unknown): unknown {
    const encoding = column === undefined ? undefined : encodingOf(this.#encodings, column)
    const isJson = encoding === 'json' || (encoding === 'nullable-json' && value !== null)
    return isJson ? JSON.stringify(value) : value
  }
}

function withValue(node: ValueNode, value: unknown): ValueNode {
  return value === node.value ? node : { ...node, value }
}

function columnNameOf(node: OperationNode): string | undefined {
  return ColumnNode.is(node) ? node.column.name : undefined
}

/** Comma-separated identifiers. */
export function columnList(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)))
}

export function hexToBytes(hex: Hex): Uint8Array {
  return fromHex(hex)
}

export function bytesToHex(bytes: Uint8Array): Hex {
  return toHex(bytes)
}

export function uuidToBytes(uuid: string): Uint8Array {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function bytesToUuid(bytes: Uint8Array): string {
  const hex = toHex(bytes)
  const groups = [hex.slice(2, 10), hex.slice(10, 14), hex.slice(14, 18), hex.slice(18, 22), hex.slice(22)]
  return groups.join('-')
}
