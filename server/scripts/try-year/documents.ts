import { readFile } from 'node:fs/promises'

/** The blocks of shell lines below a heading of a page of docs/operating, in order; throws for a heading without blocks. */
export async function readBlocks(page: string, heading: string): Promise<(index: number) => string> {
  const text = await readFile(new URL(`../../../docs/operating/${page}`, import.meta.url), 'utf8')
  const section = `\n${text}`.split(`\n${heading}\n`)[1]?.split(/\n##? /)[0] ?? ''
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  return (index) => {
    const block = blocks[index]
    if (block === undefined) throw new Error(`"${heading}" of ${page} has no block ${index}.`)
    return block
  }
}

/** Replaces what the operator fills in; throws where the block does not have it. */
export function fillIn(block: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [placeholder, value]) => {
    if (!filled.includes(placeholder)) throw new Error(`"${placeholder}" is not in: ${block}`)
    return filled.replaceAll(placeholder, () => value)
  }, block)
}
