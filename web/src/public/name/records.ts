import type { Name } from '../page-data.ts'

/** `undefined` without the record. */
export function textOf({ records }: Name, key: string): string | undefined {
  return records.texts.find((text) => text.key === key)?.value
}

/** The image of a record, through this service; null without the record. `version` changes when it was written here. */
export function imageUrl(name: Name, key: 'avatar' | 'header', version: number): string | null {
  if (textOf(name, key) === undefined) return null
  const image = key === 'avatar' ? 'avatar' : 'banner'
  const query = new URLSearchParams({ chainId: `${name.chainId}`, ...(version > 0 && { v: `${version}` }) })
  return `/byname/v1/names/${encodeURIComponent(name.ens)}/${image}?${query}`
}
