import type { DumpChunk, DumpSource } from './chunks.ts'

export type CopyProgress =
  | { readonly step: 'copying' | 'verifying'; readonly table: string; readonly rows: number }
  | { readonly step: 'indexing' }

export type OnCopyProgress = (progress: CopyProgress) => void

export async function* withProgress(
  chunks: DumpSource['chunks'],
  step: 'copying' | 'verifying',
  onProgress: OnCopyProgress | undefined,
): AsyncGenerator<DumpChunk> {
  let table = ''
  let rows = 0
  for await (const chunk of chunks) {
    yield chunk
    if (chunk.kind === 'end') return
    if (chunk.kind === 'table') {
      table = chunk.table
      rows = 0
    } else rows += chunk.lines.length
    onProgress?.({ step, table, rows })
  }
}
