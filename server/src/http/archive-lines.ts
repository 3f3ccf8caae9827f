import { createHash } from 'node:crypto'
import type { DomainExport } from '../core/archives/export.ts'
import {
  archiveAllowListLine,
  archiveDomainLine,
  archiveEndLine,
  archiveEventLine,
  archiveNameLine,
} from './schema/archive.ts'

/** The file of a domain, in parts of whole lines. */
export async function* archiveLines({
  names,
  allowList,
  events,
  ...settings
}: DomainExport): AsyncGenerator<string> {
  const settingsHash = createHash('sha256')
  const domain = archiveDomainLine(settings)
  settingsHash.update(domain)
  yield domain
  let allowed = 0
  for await (const addresses of allowList) {
    const line = archiveAllowListLine(addresses)
    settingsHash.update(line)
    allowed += addresses.length
    yield line
  }
  const hash = createHash('sha256')
  const counts = { names: 0, claimed: 0 }
  for await (const page of names) {
    const lines = page.map(archiveNameLine).join('')
    hash.update(lines)
    counts.names += page.length
    counts.claimed += page.filter(({ isClaimed }) => isClaimed).length
    yield lines
  }
  const history = events && { events: 0, hash: createHash('sha256') }
  for await (const page of events ?? []) {
    const lines = page.map(archiveEventLine).join('')
    history?.hash.update(lines)
    if (history) history.events += page.length
    yield lines
  }
  yield archiveEndLine({
    ...counts,
    sha256: hash.digest('hex'),
    allowed,
    settingsSha256: settingsHash.digest('hex'),
    ...(history && { events: history.events, eventsSha256: history.hash.digest('hex') }),
  })
}
