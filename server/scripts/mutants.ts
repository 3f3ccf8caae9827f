import { parseAst } from 'rolldown/parseAst'

/** Replaces `source.slice(start, end)`. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
}

/** One changed expression each, in the order of the source. Types, imports and texts stay. */
export function mutantsOf(source: string): readonly Mutant[] {
  const mutants: Mutant[] = []
  visit(parseAst(source, { lang: 'ts' }), (node) => mutants.push(...mutationsOf(source, node)))
  return mutants.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  if (!isNode(value) || /^TS(?!AsExpression|Satisfies|NonNull)|^Import/.test(value.type)) return
  see(value)
  for (const child of Object.values(value)) visit(child, see)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function mutationsOf(source: string, node: Node): readonly Mutant[] {
  const { start, end } = node
  const replace = (replacement: string): Mutant => ({ start, end, replacement })
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapOperator(source, node)
    case 'UnaryExpression':
      return source[start] === '!' ? [replace(source.slice(start + 1, end))] : []
    case 'ConditionalExpression':
    case 'IfStatement':
      return testsOf(node).flatMap((test) =>
        ['true', 'false'].map((value) => ({ ...test, replacement: value })),
      )
    case 'Literal':
      return literalMutants(source.slice(start, end)).map(replace)
    case 'ArrayExpression':
      return childrenOf(node, 'elements').map((element) => removal(source, element))
    case 'ExpressionStatement':
      return /^(await )?[\w.]+\(/.test(source.slice(start, end)) ? [replace(';')] : []
    case 'ThrowStatement':
      return [replace(';')]
    default:
      return []
  }
}

function childrenOf(node: Node, name: string): readonly Node[] {
  const value: unknown = Reflect.get(node, name)
  return [value].flat().filter(isNode)
}

function testsOf(node: Node): readonly Node[] {
  return childrenOf(node, 'test')
}

function swapOperator(source: string, node: Node): readonly Mutant[] {
  const [left] = childrenOf(node, 'left')
  const [right] = childrenOf(node, 'right')
  const operator: unknown = Reflect.get(node, 'operator')
  if (!(left && right) || typeof operator !== 'string') return []
  const swapped = operators[operator]
  const start = source.indexOf(operator, left.end)
  if (swapped === undefined || start >= right.start) return []
  const whole = (child: Node) => ({
    start: node.start,
    end: node.end,
    replacement: `(${source.slice(child.start, child.end)})`,
  })
  // `a ?? b && c` needs parentheses, which the whole replacement has.
  if (operator === '??') return [whole(right)]
  return [{ start, end: start + operator.length, replacement: swapped }]
}

function literalMutants(text: string): readonly string[] {
  if (text === 'true') return ['false']
  if (text === 'false') return ['true']
  return /^[\d_]+$/.test(text) ? [`(${text} + 1)`] : []
}

/** With the comma behind it. */
function removal(source: string, { start, end }: Node): Mutant {
  const [behind = ''] = /^\s*,?/.exec(source.slice(end)) ?? []
  return { start, end: end + behind.length, replacement: '' }
}
