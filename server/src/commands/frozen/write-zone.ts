import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bucketedZone, buildTree, collectZone, type ZoneOptions } from '../../anchor/build-zone.ts'
import { findZoneSeals } from '../../core/seals/find-seals.ts'
import { toHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { chooseDepth } from '../../frozen/bucket.ts'
import { fileName, formatFile } from '../../frozen/file.ts'
import { formatManifest, type Manifest, manifestFile, parseManifest } from '../../frozen/manifest.ts'
import { withZone } from '../../store/copy/zone.ts'
import { makeFolder } from '../new-folder.ts'

interface FreezeOptions extends Omit<ZoneOptions, 'work'> {
  readonly databaseUrl: string
  readonly chainId: ChainId
  readonly name: EnsName
  /** Missing or empty. */
  readonly out: string
}

interface FrozenZone {
  readonly manifest: Manifest
  readonly domainsBelow: readonly string[]
}

/**
 * Writes the names of a domain that resolve as files below one root. The folder appears as a whole, or not at all.
 *
 * @throws OperatorError as `makeFolder`; those of `withZone`.
 */
export function writeZone({ out, ...options }: FreezeOptions): Promise<FrozenZone> {
  return makeFolder(out, async ({ folder, work }) => {
    const zone = await withZone(options.databaseUrl, options, (source) =>
      collectZone(source, { ...options, work, findSeals: findZoneSeals }),
    )
    const depth = chooseDepth(zone)
    const root = await buildTree(bucketedZone(zone, depth), options, ({ hash, content }) =>
      writeFileSync(join(folder, fileName(hash)), formatFile(content)),
    )
    const { names, records, domainsBelow } = zone
    const { name: domain, chainId } = options
    const manifest = formatManifest({ domain, chainId, names, records, depth, root: toHex(root) })
    writeFileSync(join(folder, manifestFile), manifest)
    return { manifest: parseManifest(manifest), domainsBelow }
  })
}
