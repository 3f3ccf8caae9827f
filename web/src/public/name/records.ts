import type { Name, StoredName } from '../page-data.ts'

/** `undefined` without the record. */
export function textOf({ records }: Name, key: string): string | undefined {
  return records.texts.find((text) => text.key === key)?.value
}

/** Whose wallet changes the records. */
export function editorOf({ sealed, holder }: Name): string | null {
  return sealed ? sealed.holder : holder
}

/** The image of a record, through this service; null without the record. It changes with the name, past any cache. */
export function imageUrl({ name, etag }: StoredName, key: 'avatar' | 'header'): string | null {
  if (textOf(name, key) === undefined) return null
  const image = key === 'avatar' ? 'avatar' : 'banner'
  const query = new URLSearchParams({ chainId: `${name.chainId}`, version: etag })
  return `/byname/v1/names/${encodeURIComponent(name.ens)}/${image}?${query}`
}
