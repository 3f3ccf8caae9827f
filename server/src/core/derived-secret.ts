import { hkdfSync } from 'node:crypto'
import { readInstanceSecret } from '../store/entities/settings.ts'
import type { Queryable } from '../store/tables.ts'

/** 32 bytes for one purpose, the same for all processes and replicas of an instance, which keeps no further secret for it. */
export async function deriveSecret(
  { store }: { readonly store: { readonly db: Queryable } },
  purpose: string,
): Promise<Uint8Array> {
  const secret = await readInstanceSecret(store.db, 'cursors')
  return new Uint8Array(hkdfSync('sha256', secret, '', `byname ${purpose}`, 32))
}
