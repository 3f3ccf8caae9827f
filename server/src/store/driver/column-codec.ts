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
  RawNode,
  type RootOperationNode,
  type UnknownRow,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'

/**
 * How a column of text or integers holds other values: booleans as 0 and 1, big integers as decimals, JSON as text. Null is
 * `NULL`, but in a column of `json` it is the JSON `null`.
 */
export type ColumnEncoding = 'boolean' | 'bigint' | 'json' | 'nullable-json'

export type ColumnEncodings = Readonly<Record<string, ColumnEncoding>>

/**
 * Queries and rows in the names and values of entities: `isClaimed: true` for `is_claimed` with 1. Rows are decoded by the names
 * of their columns. Booleans and big integers are encoded wherever they are parameters; JSON only as values of an insert or
 * an update, because PostgreSQL takes arrays as parameters elsewhere.
 *
 * A query that is raw SQL as a whole is sent as it is written. Others are walked once, and so is a result: lists and searches
 * take noticeably longer otherwise.
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

  /** Queries have few columns, all of which are in their text. */
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

/** The value of a parameter that is no JSON, as both databases take it. */
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
